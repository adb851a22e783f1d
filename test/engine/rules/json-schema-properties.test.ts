import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileSchema } from '#engine/rules/json-schema.ts';
import { isRejection } from '#engine/util/rejection.ts';

const RUNS = { numRuns: 300, seed: 20_261_116 };

const keyword = fc.constantFrom(
  'type',
  'properties',
  'required',
  'items',
  'minimum',
  'maximum',
  'pattern',
  'enum',
  '$ref',
  '$defs',
  'anyOf',
  'not',
  'min',
  'additionalProperties',
);
const scrap = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('object', 'integer', 'string', '#/$defs/a', '^a+$', '(a+)+', 0, 3, true, null, 'x'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(keyword, fc.string({ maxLength: 5 })), tie('value'), { maxKeys: 4 }),
  ),
})).value;

it('answers whatever it is given with a checker or with faults, and the checker with faults or none', () => {
  fc.assert(
    fc.property(scrap, fc.jsonValue(), (schema, value) => {
      const compiled = compileSchema(schema);

      if (isRejection(compiled)) expect(compiled.faults.length).toBeGreaterThan(0);
      else expect(Array.isArray(compiled.check(value))).toBe(true);
    }),
    RUNS,
  );
});

it('names its faults in sentences with a place, whatever fields are called', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.integer({ min: -50, max: 50 }), (name, value) => {
      const compiled = compileSchema({
        type: 'object',
        properties: { [name]: { type: 'integer', minimum: 0 } },
      });

      if (isRejection(compiled)) expect(['__proto__', 'constructor', 'prototype']).toContain(name);
      else {
        const faults = compiled.check({ [name]: value });
        expect(faults).toEqual(
          value >= 0 ? [] : [{ path: [name], message: `${name} is ${value}; it must be at least 0` }],
        );
      }
    }),
    RUNS,
  );
});

it('agrees with arithmetic about which numbers fit', () => {
  const bound = fc.integer({ min: -20, max: 20 });
  fc.assert(
    fc.property(
      bound,
      bound,
      fc.oneof(bound, fc.double({ min: -20, max: 20, noNaN: true })),
      (one, other, level) => {
        const [minimum, maximum] = one < other ? [one, other] : [other, one];
        const compiled = compileSchema({
          type: 'object',
          properties: { level: { type: 'integer', minimum, maximum } },
        });
        const fits = Number.isInteger(level) && level >= minimum && level <= maximum;

        expect(isRejection(compiled) ? null : compiled.check({ level }).length === 0).toBe(fits);
      },
    ),
    RUNS,
  );
});
