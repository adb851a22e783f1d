import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortCanonically, sortSettledValue, toCanonicalJson } from '#engine/util/canonical-json.ts';

it('is what comes back from writing a value down and reading it again', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const ordered = sortCanonically(value);
      if (ordered === null) return;
      expect(JSON.stringify(ordered.value)).toBe(JSON.stringify(JSON.parse(toCanonicalJson(value))));
    }),
  );
});

it('leaves what is in order the very same object', () => {
  const part = { a: 1, b: [{ c: 2 }] };
  const whole = { z: part, a: part };
  const ordered = sortCanonically(whole);
  expect(sortCanonically(part)?.value).toBe(part);
  expect(ordered?.value).not.toBe(whole);
  expect(ordered?.value.z).toBe(part);
  expect(Object.keys(ordered?.value ?? {})).toEqual(['a', 'z']);
});

it('drops what is undefined, as JSON does, and writes null for it in a list', () => {
  expect(toCanonicalJson({ b: undefined, a: [undefined, 1] })).toBe('{"a":[null,1]}');
});

it('keeps an own key called __proto__', () => {
  expect(toCanonicalJson(JSON.parse('{"b":1,"__proto__":{"d":1,"c":2}}'))).toBe(
    '{"__proto__":{"c":2,"d":1},"b":1}',
  );
});

it('sorts numbers among keys as the letters they are', () => {
  expect(toCanonicalJson({ 9: 'nine', 10: 'ten', '!': 0 })).toBe('{"!":0,"10":"ten","9":"nine"}');
  expect(sortCanonically({ 9: 'nine', 10: 'ten' })).toBeNull();
});

it('writes of an object of a class its fields alone, whatever it would write itself', () => {
  expect(toCanonicalJson({ at: new Date(0) })).toBe('{"at":{}}');
});

it('is the same for what is settled, and for later values that share its parts', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (part, other) => {
      const written = toCanonicalJson({ z: part, a: [other, part] });
      const settled = sortSettledValue(part);
      if (settled === null) return;
      expect(toCanonicalJson(settled.value)).toBe(toCanonicalJson(part));
      expect(toCanonicalJson({ z: settled.value, a: [other, settled.value] })).toBe(written);
    }),
  );
});

it('gives what is settled back as the very same object', () => {
  const settled = sortSettledValue({ b: { d: 1, c: 2 }, a: [] })?.value;
  expect(sortSettledValue(settled)?.value).toBe(settled);
  expect(sortSettledValue({ ...settled, c: 1 })?.value.b).toBe(settled?.b);
});
