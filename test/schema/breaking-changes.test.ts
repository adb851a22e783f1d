import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Acknowledged, breakingChanges } from '../support/breaking-changes.ts';

const released = readFileSync('src/schema/schema.released.graphql', 'utf8');
const present = readFileSync('src/schema/schema.graphql', 'utf8');
const { acknowledged } = Acknowledged.parse(
  JSON.parse(readFileSync('src/schema/breaking-changes.json', 'utf8')),
);

it('breaks nothing that was released, unless somebody has said so', async () => {
  const known = new Set(acknowledged.map(({ change }) => change));
  const unsaid = (await breakingChanges(released, present))
    .filter((change) => !known.has(change))
    .map(
      (change) =>
        `${change} If that is meant, add { "change": ${JSON.stringify(change)}, "reason": "…", "date": "…" } to src/schema/breaking-changes.json; else keep it and deprecate it.`,
    );

  expect(unsaid).toEqual([]);
});

it('acknowledges nothing that is no break', async () => {
  const breaks = await breakingChanges(released, present);

  expect(acknowledged.filter(({ change }) => !breaks.includes(change))).toEqual([]);
});

const BASE = 'type Query { hello(name: String): String greet: String }';

it.each([
  ['a field that is gone', 'type Query { hello(name: String): String }', /greet.*removed/],
  ['an argument that must be given now', 'type Query { hello(name: String!): String greet: String }', /name/],
  ['a field of another type', 'type Query { hello(name: String): Int greet: String }', /hello/],
])('would notice %s', async (_case, schema, message) => {
  expect((await breakingChanges(BASE, schema)).join('\n')).toMatch(message);
});

it('lets fields be added and deprecated', async () => {
  const grown = `type Query { hello(name: String, loud: Boolean): String greet: String @deprecated(reason: "x") more: Int }`;

  expect(await breakingChanges(BASE, grown)).toEqual([]);
});
