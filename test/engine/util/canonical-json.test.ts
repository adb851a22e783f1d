import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toCanonicalJson } from '#engine/util/canonical-json.ts';

it('writes equal values as equal bytes, whatever order their keys came in', () => {
  expect(toCanonicalJson({ b: [1, { d: null, c: 'x' }], a: true })).toBe(
    '{"a":true,"b":[1,{"c":"x","d":null}]}',
  );
});

it('says the same as JSON does', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(toCanonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

it.each([Number.NaN, Number.POSITIVE_INFINITY, () => {}, Symbol('x'), 1n])(
  'refuses %s rather than change it',
  (value) => {
    expect(() => toCanonicalJson(value)).toThrow(TypeError);
  },
);
