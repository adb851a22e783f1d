import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLSchema, getIntrospectionQuery, getOperationAST, parse } from 'graphql';
import { beforeAll, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '#schema/limits.ts';
import { calculateComplexity } from '../../../src/schema/limits/complexity-limit.ts';
import { measureNesting, measureOperationShapes } from '../../../src/schema/limits/document-limits.ts';

let schema: GraphQLSchema;
beforeAll(() => {
  schema = buildSchema(readFileSync('src/schema/authoring.graphql', 'utf8'));
});

const cost = (source: string, variables: Record<string, unknown> = {}): number => {
  const document = parse(source);
  const operation = getOperationAST(document);
  if (operation == null) throw new Error('there is no one operation');
  return calculateComplexity({ schema, document, operation, variables });
};

it.each([
  ['a leaf', '{ __typename }', 1],
  ['a page of the usual length', '{ campaigns { nodes { id } } }', 2 + 20],
  ['a page of a stated length', '{ campaigns(first: 7) { nodes { id name } } }', 2 + 7 * 2],
  ['a page from the end', '{ campaigns(last: 7) { nodes { id } } }', 2 + 7],
  ['what stands beside the items once', '{ campaigns(first: 9) { pageInfo { hasNextPage } } }', 3],
  ['edges as nodes', '{ campaigns(first: 9) { edges { node { id } } } }', 2 + 9 * 2],
  ['as many things as ids', '{ nodes(ids: ["a", "b", "c", "d", "e"]) { id } }', 1 + 5],
  [
    'a page that stands in a fragment',
    '{ campaigns(first: 9) { ...A } } fragment A on CampaignConnection { nodes { id } }',
    2 + 9,
  ],
])('counts %s', (_case, source, expected) => {
  expect(cost(source)).toBe(expected);
});

it('measures a tower of fragments that spread each other in no time', () => {
  const floors = Array.from(
    { length: 60 },
    (_, at) => `fragment F${at} on Query { ...F${at + 1} ...F${at + 1} }`,
  );
  const document = parse(`{ ...F0 } ${floors.join(' ')} fragment F60 on Query { a: __typename }`);
  const operation = getOperationAST(document);
  if (operation == null) throw new Error('there is no one operation');

  expect(measureOperationShapes(document, 20_000)[0]?.aliases).toBe(Number.MAX_SAFE_INTEGER);
  expect(calculateComplexity({ schema, document, operation, variables: {} })).toBe(2 ** 60);
});

it('survives fragments that spread each other in a circle', () => {
  const document = parse('{ ...A } fragment A on Query { ...B } fragment B on Query { ...A __typename }');

  expect(measureOperationShapes(document, 20_000)).toMatchObject([{ depth: 1 }]);
});

it('has room for a whole introspection and for pages within pages', () => {
  const nested =
    '{ campaigns(first: 20) { nodes { sessions { scenes(first: 20) { nodes { id index narration } } } } } }';

  expect(cost(nested)).toBeLessThan(DEFAULT_LIMITS.complexity / 2);
  expect(measureOperationShapes(parse(getIntrospectionQuery()), 20_000)[0]?.depth).toBeLessThan(
    DEFAULT_LIMITS.depth,
  );
  expect(cost(nested.replaceAll('20', '100'))).toBeGreaterThan(DEFAULT_LIMITS.complexity);
});

it.each([
  ['brackets of every kind', '{ a(b: [{ c: [] }]) { d } }', 5],
  ['brackets in strings and comments not', '{ a(b: "[[[[\\"[[", c: """{{{{""") } # ((((', 2],
  ['brackets that are not closed', '{ a(b: [[[', 5],
])('measures %s', (_case, source, expected) => {
  expect(measureNesting(source)).toBe(expected);
});

it('lets tools read the whole schema, and nobody read it many times at once', () => {
  const whole = cost(getIntrospectionQuery());
  const types =
    '__schema { types { fields { args { description type { name } } type { name ofType { name } } } } }';

  expect(whole).toBeGreaterThan(500);
  expect(whole).toBeLessThan(DEFAULT_LIMITS.complexity / 5);
  expect(cost(`{ ${types} }`)).toBeLessThan(DEFAULT_LIMITS.complexity);
  const often = `{ __schema { ${Array.from({ length: 30 }, (_, at) => `t${at}: types { f${at}: fields { args { type { fields { args { name description } } } } } }`).join(' ')} } }`;
  expect(cost(often)).toBeGreaterThan(DEFAULT_LIMITS.complexity);
});

it.each([
  ['fields of other names', (at: number) => `{ a { ...F${at + 1} } b { ...F${at + 1} } }`],
  ['aliases', (at: number) => `{ a: node { ...F${at + 1} } b: node { ...F${at + 1} } }`],
  ['one name twice', (at: number) => `{ a { ...F${at + 1} } a { ...F${at + 1} } }`],
  ['nothing but fragments', (at: number) => `{ ...F${at + 1} ...F${at + 1} }`],
  [
    'circles',
    (at: number) =>
      `{ ${Array.from({ length: 12 }, (_, to) => `f${to} { ...F${to} }`).join(' ')} ...F${at + 1} }`,
  ],
])('refuses what doubles at every level by %s without unfolding it', (_case, floor) => {
  const floors = Array.from({ length: 40 }, (_, at) => `fragment F${at} on Query ${floor(at)}`);
  const document = parse(`{ ...F0 } ${floors.join(' ')}`);
  const [shape] = measureOperationShapes(document, 20_000);

  expect(shape?.fields).toBeGreaterThan(20_000);
  expect(shape?.repeats).toBe(0);
});
