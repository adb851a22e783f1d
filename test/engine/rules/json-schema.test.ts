import { describe, expect, it } from 'vitest';
import { type CompiledSchema, compileSchema, type SchemaFault } from '#engine/rules/json-schema.ts';
import { isRejection } from '#engine/util/rejection.ts';

/** The stat block of a ruleset about closeness and nerves. */
const statBlock = {
  type: 'object',
  required: ['shyness', 'chemistry'],
  additionalProperties: false,
  properties: {
    shyness: { type: 'integer', minimum: 0, maximum: 10 },
    chemistry: { type: 'integer', minimum: 0, maximum: 10 },
  },
};

function checker(schema: unknown): CompiledSchema {
  const compiled = compileSchema(schema);
  if (isRejection(compiled)) throw new Error(compiled.reason);
  return compiled;
}

function faultsOf(schema: unknown, value: unknown): readonly SchemaFault[] {
  return checker(schema).check(value);
}

const objectOf = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  type: 'object',
  properties,
  ...more,
});

it('lets a value that fits pass', () => {
  expect(faultsOf(statBlock, { shyness: 7, chemistry: 3 })).toEqual([]);
  expect(faultsOf(statBlock, { shyness: 0, chemistry: 10 })).toEqual([]);
});

it('reports every fault of a value at once, each with its place', () => {
  expect(faultsOf(statBlock, { shyness: 12, chemisty: 3 })).toEqual([
    { path: ['chemistry'], message: 'chemistry is missing; it is required' },
    { path: ['chemisty'], message: '"chemisty" is not a field of this ruleset; did you mean chemistry?' },
    { path: ['shyness'], message: 'shyness is 12; it must be at most 10' },
  ]);
});

describe('the sentence says what was found and what would be right', () => {
  it.each([
    [{ type: 'integer' }, 'seven', 'field is "seven"; it must be a whole number'],
    [{ type: 'integer' }, 7.5, 'field is 7.5; it must be a whole number'],
    [{ type: 'number' }, null, 'field is null; it must be a number'],
    [{ type: 'string' }, 3, 'field is 3; it must be text'],
    [{ type: ['string', 'null'] }, 3, 'field is 3; it must be text or null'],
    [{ type: 'boolean' }, 'yes', 'field is "yes"; it must be true or false'],
    [{ type: 'array' }, {}, 'field is an object; it must be a list'],
    [{ type: 'object' }, [1, 2], 'field is a list of 2; it must be an object'],
    [{ type: 'integer', minimum: 0 }, -1, 'field is -1; it must be at least 0'],
    [{ type: 'integer', maximum: 6 }, 7, 'field is 7; it must be at most 6'],
    [{ type: 'number', exclusiveMinimum: 0 }, 0, 'field is 0; it must be more than 0'],
    [{ type: 'number', exclusiveMaximum: 1 }, 1, 'field is 1; it must be less than 1'],
    [{ type: 'integer', multipleOf: 5 }, 7, 'field is 7; it must be a multiple of 5'],
    [{ enum: ['calm', 'rising'] }, 'high', 'field is "high"; it must be one of "calm", "rising"'],
    [{ const: 'lift' }, 'stairs', 'field is "stairs"; it must be "lift"'],
    [{ type: 'string', minLength: 1 }, '', 'field is ""; it must have at least 1 character'],
    [{ type: 'string', maxLength: 3 }, 'long', 'field is "long"; it must have at most 3 characters'],
    [{ type: 'array', minItems: 1 }, [], 'field is a list of 0; it must have at least 1 item'],
    [{ type: 'array', maxItems: 1 }, [1, 2], 'field is a list of 2; it must have at most 1 item'],
    [{ type: 'array', uniqueItems: true }, [1, 1], 'field is a list of 2; it must hold every item only once'],
    [{ type: 'object', minProperties: 1 }, {}, 'field is an object; it must have at least 1 field'],
    [
      { type: 'object', maxProperties: 1 },
      { a: 1, b: 2 },
      'field is an object; it must have at most 1 field',
    ],
    [
      { type: 'string', pattern: '^[a-z]+$' },
      'Ada',
      'field is "Ada"; it must match ^[a-z]+$ and have at most 500 characters',
    ],
    [
      { type: 'array', contains: { type: 'integer' } },
      ['x'],
      'field is a list of 1; it must hold an item of the kind the ruleset asks for',
    ],
    [
      { anyOf: [{ type: 'integer' }, { enum: ['none'] }] },
      'many',
      'field is "many"; it must fit one of the forms the ruleset allows',
    ],
    [
      { oneOf: [{ type: 'integer' }, { type: 'integer', minimum: 3 }] },
      5,
      'field is 5; it must fit exactly one of the forms the ruleset allows',
    ],
    [{ not: { const: 0 } }, 0, 'field is 0; it must not have the form the ruleset forbids'],
    [false, 1, 'field is 1; it must not be there'],
    [
      { type: 'object', propertyNames: { maxLength: 3, type: 'string' } },
      { long_name: 1 },
      'field is an object; it must not have a field called "long_name"',
    ],
    [
      objectOf({ a: true, b: true }, { dependentRequired: { a: ['b'] } }),
      { a: 1 },
      'field is an object; it must have b as well as a',
    ],
    [{ type: 'integer' }, 'x'.repeat(100), `field is "${'x'.repeat(56)}…; it must be a whole number`],
  ])('%j of %j', (field, value, message) => {
    expect(faultsOf(objectOf({ field }), { field: value })).toMatchObject([{ path: ['field'], message }]);
  });

  it('names the part of a union that is nearly right', () => {
    const field = { anyOf: [objectOf({ left: { type: 'integer' } }), { type: 'integer' }] };

    expect(faultsOf(objectOf({ field }), { field: { left: 'x' } }).map(({ path }) => path)).toEqual([
      ['field', 'left'],
      ['field'],
    ]);
  });

  it('speaks of the branch of a condition, not of the condition', () => {
    const condition = JSON.parse(
      '{"if":{"type":"object","properties":{"kind":{"const":"clock"}}},"then":{"$ref":"#/$defs/started"}}',
    );
    const schema = objectOf(
      { kind: { type: 'string' }, left: { type: 'integer' } },
      { ...condition, $defs: { started: objectOf({ left: { type: 'integer', minimum: 1 } }) } },
    );

    expect(faultsOf(schema, { kind: 'clock', left: 0 })).toEqual([
      { path: ['left'], message: 'left is 0; it must be at least 1' },
    ]);
  });

  it('points into lists by number and into objects by name', () => {
    const items = {
      type: 'array',
      items: objectOf({ '0': { type: 'integer' }, 'a/b~c': { type: 'integer' } }),
    };

    expect(
      faultsOf(objectOf({ items }), { items: [{}, { 0: 'x', 'a/b~c': 'y' }] }).map(({ path }) => path),
    ).toEqual([
      ['items', 1, '0'],
      ['items', 1, 'a/b~c'],
    ]);
  });

  it.each([
    ['the fields here are left, right', { left: true, right: true }],
    ['the fields here are left', { left: true }],
    ['no fields are allowed here', {}],
  ])('lists the fields there are when none is near: %s', (known, properties) => {
    expect(faultsOf(objectOf(properties, { additionalProperties: false }), { elephant: 1 })).toEqual([
      { path: ['elephant'], message: `"elephant" is not a field of this ruleset; ${known}` },
    ]);
  });

  it('calls the whole value by that name', () => {
    expect(faultsOf(statBlock, 'nothing')).toEqual([
      { path: [], message: 'the value is "nothing"; it must be an object' },
    ]);
    expect(faultsOf(statBlock, undefined)).toEqual([
      { path: [], message: 'the value is undefined; it must be an object' },
    ]);
  });

  it('stops at 50 faults', () => {
    const schema = { type: 'array', items: { type: 'integer' } };

    expect(
      faultsOf(
        schema,
        Array.from({ length: 1000 }, () => 'x'),
      ),
    ).toHaveLength(50);
  });
});

it('checks each field by its own pattern', () => {
  const schema = objectOf({
    low: { type: 'string', pattern: '^[a-z]+$' },
    high: { type: 'string', pattern: '^[A-Z]+$' },
  });

  expect(faultsOf(schema, { low: 'ada', high: 'ADA' })).toEqual([]);
  expect(faultsOf(schema, { low: 'ADA', high: 'ada' })).toHaveLength(2);
});

it('does not try a pattern on a text longer than 500 characters', () => {
  const schema = objectOf({ name: { type: 'string', pattern: '^a*a*$' } });

  expect(faultsOf(schema, { name: 'a'.repeat(500) })).toEqual([]);
  expect(faultsOf(schema, { name: 'a'.repeat(501) })).toHaveLength(1);
});

it('looks only at what a value holds itself', () => {
  const inherited = Object.create({ shyness: 1, chemistry: 1 });

  expect(faultsOf(statBlock, inherited).map(({ path }) => path)).toEqual([['shyness'], ['chemistry']]);
  expect(faultsOf(statBlock, JSON.parse('{"shyness":1,"chemistry":1,"__proto__":{}}'))).toHaveLength(1);
});

it('changes nothing in the value it checks', () => {
  const schema = objectOf({ left: { type: 'integer', default: 7 } });
  const value = Object.freeze({});

  expect(faultsOf(schema, value)).toEqual([]);
  expect(value).toEqual({});
});

it('compiles the same object only once', () => {
  const schema = structuredClone(statBlock);

  expect(compileSchema(schema)).toBe(compileSchema(schema));
  expect(compileSchema(structuredClone(schema))).not.toBe(compileSchema(schema));
});

it('keeps schemas of the same shape apart', () => {
  const upTo = (maximum: number) => objectOf({ left: { type: 'integer', maximum } });

  expect(faultsOf(upTo(7), { left: 8 })).toHaveLength(1);
  expect(faultsOf(upTo(9), { left: 8 })).toEqual([]);
});
