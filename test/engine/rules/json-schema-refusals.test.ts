import { describe, expect, it } from 'vitest';
import { compileSchema, type SchemaFault } from '#engine/rules/json-schema.ts';
import { isRejection } from '#engine/util/rejection.ts';

function refused(schema: unknown): readonly SchemaFault[] {
  const compiled = compileSchema(schema);
  return isRejection(compiled) ? compiled.faults : [];
}

const withField = (field: unknown) => ({ type: 'object', properties: { field } });
const inField = (...path: (string | number)[]) => ['properties', 'field', ...path];
const used = 'is not a keyword of JSON Schema used here';

describe('a schema is refused with the place and the cure', () => {
  it.each<[unknown, (string | number)[], string]>([
    [{ type: 'integer', min: 0 }, inField('min'), `"min" ${used}; write minimum`],
    [{ type: 'integer', max: 9 }, inField('max'), `"max" ${used}; write maximum`],
    [{ type: 'string', max: 9 }, inField('max'), `"max" ${used}; write maxLength`],
    [{ type: 'array', min: 1 }, inField('min'), `"min" ${used}; write minItems`],
    [{ type: 'integer', minumum: 0 }, inField('minumum'), `"minumum" ${used}; did you mean minimum?`],
    [{ type: 'integer', colour: 'red' }, inField('colour'), `"colour" ${used}; leave it out`],
    [
      { type: 'string', format: 'date' },
      inField('format'),
      `"format" ${used}; formats are not checked here; write a pattern`,
    ],
    [
      { type: 'string', nullable: true },
      inField('nullable'),
      `"nullable" ${used}; write type as a list, like [string, "null"]`,
    ],
    [
      { $id: 'https://example.org/x' },
      inField('$id'),
      `"$id" ${used}; leave it out; a schema here stands alone`,
    ],
    [
      { $dynamicRef: '#x' },
      inField('$dynamicRef'),
      `"$dynamicRef" ${used}; write $ref to a name under $defs`,
    ],
    [{ $defs: {} }, inField('$defs'), '$defs stands inside the schema; move it to the top'],
    [7, inField(), '7 is not a schema; write an object'],
    [{ type: 'array', items: [true] }, inField('items'), 'a list of 1 is not a schema; write an object'],
    [
      { type: 'integer', minimum: '0' },
      inField('minimum'),
      'properties.field.minimum is "0"; it must be a number',
    ],
    [
      { type: 'string', minLength: -1 },
      inField('minLength'),
      'properties.field.minLength is -1; it must be at least 0',
    ],
    [
      { type: 'whole' },
      inField('type'),
      'properties.field.type is "whole"; it must be one of "array", "boolean", "integer", "null", "number", "object", "string"',
    ],
    [
      { type: 'string', minimum: 3 },
      inField(),
      'missing type "number" for keyword "minimum"; write type: number beside it',
    ],
    [
      { type: 'object', properties: { a: true }, required: ['b'] },
      inField(),
      'required property "b" is not defined; add it under properties or take it out of required',
    ],
    [{ type: 'string', pattern: 3 }, inField('pattern'), 'the pattern 3 is not text'],
  ])('%j', (field, path, message) => {
    expect(refused(withField(field))).toEqual([{ path, message }]);
  });

  it.each([null, 3, 'text', [], undefined])('%j is no schema at all', (schema) => {
    expect(compileSchema(schema)).toMatchObject({
      rejected: 'bad-json-schema',
      reason: 'a JSON Schema is an object',
    });
  });

  it('all faults come at once', () => {
    const schema = withField({ type: 'integer', min: 0, max: 9, $ref: 'https://example.org/x' });

    expect(refused(schema)).toHaveLength(3);
    expect(compileSchema(schema)).toMatchObject({
      rejected: 'bad-json-schema',
      reason: `properties.field.min: "min" ${used}; write minimum (and 2 more)`,
    });
  });

  it('another dialect is refused, ours is not', () => {
    const ours = 'https://json-schema.org/draft/2020-12/schema';

    expect(refused({ $schema: ours, type: 'object' })).toEqual([]);
    expect(refused({ $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' })).toEqual([
      {
        path: ['$schema'],
        message: `$schema is "http://json-schema.org/draft-07/schema#"; leave it out or write "${ours}"`,
      },
    ]);
  });
});

describe('references', () => {
  const right = 'refer to a part of this schema as #/$defs/name';

  it('to a part of the schema work', () => {
    const schema = {
      type: 'object',
      properties: { a: { $ref: '#/$defs/level' } },
      $defs: { level: { type: 'integer' } },
    };
    const compiled = compileSchema(schema);

    expect(isRejection(compiled)).toBe(false);
    expect(isRejection(compiled) ? null : compiled.check({ a: 'x' })).toMatchObject([{ path: ['a'] }]);
  });

  it.each([
    'https://example.org/schema.json',
    'file:///etc/passwd',
    'other.json#/$defs/level',
    '#',
    '#/properties/field',
    '#level',
    '#/$defs/../level',
    '#/$defs/__proto__',
    7,
  ])('to %j are refused', (reference) => {
    const faults = refused({ ...withField({ $ref: reference }), $defs: { level: { type: 'integer' } } });

    expect(faults).toHaveLength(1);
    expect(faults[0]?.message.endsWith(right)).toBe(true);
  });

  it('to a name nobody defined show the names there are', () => {
    expect(refused({ ...withField({ $ref: '#/$defs/levle' }), $defs: { level: {}, rank: {} } })).toEqual([
      {
        path: inField('$ref'),
        message: '$ref "#/$defs/levle" names nothing under $defs; there are level, rank',
      },
    ]);
    expect(refused(withField({ $ref: '#/$defs/level' }))).toMatchObject([
      { message: '$ref "#/$defs/level" names nothing under $defs; there are none' },
    ]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['itself', { a: { $ref: '#/$defs/a' } }, 'a → a'],
    [
      'a circle of three',
      {
        a: { $ref: '#/$defs/b' },
        b: { items: { $ref: '#/$defs/c' } },
        c: { anyOf: [{ $ref: '#/$defs/a' }] },
      },
      'a → b → c → a',
    ],
  ])('in %s are refused', (_case, $defs, circle) => {
    expect(refused({ type: 'object', $defs, properties: { a: { $ref: '#/$defs/a' } } })).toMatchObject([
      { path: ['$defs'], message: `${circle} refers to itself; a schema here has an end` },
    ]);
  });

  it('that multiply like rabbits are refused before anything is compiled', () => {
    const $defs: Record<string, unknown> = { g0: { type: 'integer' } };
    for (let generation = 1; generation <= 20; generation += 1) {
      const parent = { $ref: `#/$defs/g${generation - 1}` };
      $defs[`g${generation}`] = { allOf: [parent, parent] };
    }

    expect(refused({ type: 'object', properties: { a: { $ref: '#/$defs/g20' } }, $defs })).toMatchObject([
      {
        path: ['$defs'],
        message: expect.stringMatching(/^the references spelt out make \d+ parts; at most 20000$/),
      },
    ]);
  });
});

describe('a schema too large to look at', () => {
  it.each<[string, () => unknown, string]>([
    [
      'a deep one',
      () => {
        let schema: Record<string, unknown> = { type: 'integer' };
        for (let depth = 0; depth < 30; depth += 1) schema = { type: 'array', items: schema };
        return schema;
      },
      'the schema is nested deeper than 24',
    ],
    [
      'one with a long list',
      () => ({ enum: Array.from({ length: 5001 }, (_, index) => index) }),
      'the schema holds more than 5000 values',
    ],
    [
      'one with a long text',
      () => ({ description: 'x'.repeat(2001) }),
      'the schema holds a text of 2001 characters; at most 2000',
    ],
    [
      'one that holds itself',
      () => {
        const schema: Record<string, unknown> = { type: 'object' };
        schema.properties = { self: schema };
        return schema;
      },
      'the schema is nested deeper than 24',
    ],
    [
      'one whose shared parts unfold without end',
      () => {
        let schema: Record<string, unknown> = { type: 'integer' };
        for (let depth = 0; depth < 20; depth += 1) schema = { anyOf: [schema, schema, schema] };
        return schema;
      },
      'the schema ',
    ],
  ])('is refused: %s', (_case, make, message) => {
    expect(refused(make())).toMatchObject([{ path: [], message: expect.stringContaining(message) }]);
  });
});

describe('patterns', () => {
  it.each([
    '^[a-z]+$',
    '^[a-z]+_[a-z]+$',
    '^npc_[a-z0-9_]+_\\d{3}$',
    '^(?:left|right)$',
    '^\\(\\d{1,2}\\)$',
    '[aeiou]+',
    '^(ab)+$',
    '^[()*+]+$',
    '^a\\+*$',
    '^\\p{L}+$',
    '^.{1,40}$',
    `^${'a{3}'.repeat(25)}$`,
  ])('%s is accepted', (pattern) => {
    expect(refused(withField({ type: 'string', pattern }))).toEqual([]);
  });

  it.each([
    ['(a+)+$', 'repeats a group that itself repeats or chooses'],
    ['^(a|aa)*$', 'repeats a group that itself repeats or chooses'],
    ['^(?:a?){30}a{30}$', 'repeats a group that itself repeats or chooses'],
    ['^((a+)b)*$', 'repeats a group that itself repeats or chooses'],
    ['^(?<name>a*)*$', 'repeats a group that itself repeats or chooses'],
    ['^(a)\\1$', 'refers back to what it matched'],
    ['^(?<x>a)\\k<x>$', 'refers back to what it matched'],
    ['^(?=a)a$', 'looks ahead or behind'],
    ['(?<!a)b', 'looks ahead or behind'],
    ['a*a*a*b', 'could be tried in too many ways'],
    ['^a*a*a*b', 'could be tried in too many ways'],
    ['[a-z]+_[a-z]+', 'could be tried in too many ways; start it with ^'],
    ['^a{0,50}a{0,50}a{0,50}a{0,50}b', 'could be tried in too many ways'],
    [`^${'(a|aa)'.repeat(25)}b`, 'could be tried in too many ways'],
    [`^${'a?'.repeat(25)}b`, 'could be tried in too many ways'],
    ['^x|a*a*b', 'could be tried in too many ways'],
    ['(', 'is not a regular expression'],
    ['x'.repeat(201), 'has 201 characters; at most 200'],
  ])('%s is refused', (pattern, message) => {
    expect(refused(withField({ type: 'string', pattern }))).toMatchObject([
      { path: inField('pattern'), message: expect.stringContaining(message) },
    ]);
    expect(refused({ type: 'object', patternProperties: { [pattern]: true } })).toMatchObject([
      { path: ['patternProperties'], message: expect.stringContaining(message) },
    ]);
  });
});

it.each(['__proto__', 'constructor', 'prototype'])('refuses a field called %s', (name) => {
  const schema = JSON.parse(`{"type":"object","properties":{"${name}":{"type":"integer"}}}`);

  expect(refused(schema)).toEqual([
    { path: ['properties', name], message: `"${name}" cannot be a name; choose another` },
  ]);
});
