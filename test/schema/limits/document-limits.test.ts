import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '#schema/limits.ts';
import { TRANSPORTS } from '../../support/either-transport.ts';
import { openEngine } from '../../support/engine.ts';

const limits = {
  ...DEFAULT_LIMITS,
  depth: 6,
  aliases: 4,
  directives: 9,
  rootFields: 5,
  repeats: 9,
  tokens: 200,
  complexity: 1_000,
};

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine({ protection: { limits } });
});
afterAll(() => engine.close());

const many = (count: number, write: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => write(at)).join(' ');

const deep = 'query { campaigns { nodes { sessions { currentScene { id } } } } }';
const deeper = 'query { campaigns { nodes { sessions { currentScene { session { campaign { id } } } } } } }';
const deeperByFragments = `
  query { campaigns { nodes { ...A } } }
  fragment A on Campaign { sessions { ...B } }
  fragment B on Session { currentScene { session { ... on Session { campaign { id } } } } }
`;

describe.each(TRANSPORTS)('over %s', (_transport, send) => {
  it.each([
    ['fields that are as deep as they may be', deep],
    ['as many aliases as there may be', `{ ${many(4, (at) => `a${at}: __typename`)} }`],
    ['as many directives as there may be', `{ __typename ${many(9, () => '@include(if: true)')} }`],
    ['as many root fields as there may be', `{ ${many(5, () => '__typename')} }`],
    [
      'introspection, however deep',
      '{ __schema { queryType { fields { type { ofType { ofType { ofType { name } } } } } } } }',
    ],
  ])('takes %s', async (_case, query) => {
    const { errors = [] } = await send(engine.url, query);

    expect(errors.filter(({ extensions }) => String(extensions?.code).endsWith('_LIMIT'))).toEqual([]);
  });

  it.each([
    ['fields too deep', deeper, 'DEPTH_LIMIT', 6, 7],
    ['fields too deep by way of fragments', deeperByFragments, 'DEPTH_LIMIT', 6, 7],
    ['too many aliases', `{ ${many(5, (at) => `a${at}: __typename`)} }`, 'ALIAS_LIMIT', 4, 5],
    [
      'too many aliases by way of fragments',
      `{ campaigns { ...A } ...B ...B } fragment A on CampaignConnection { a: __typename } fragment B on Query { b: __typename c: __typename }`,
      'ALIAS_LIMIT',
      4,
      5,
    ],
    ['ten directives', `{ __typename ${many(10, () => '@include(if: true)')} }`, 'DIRECTIVE_LIMIT', 9, 10],
    ['ten directives nobody knows', `{ __typename ${many(10, () => '@aa')} }`, 'DIRECTIVE_LIMIT', 9, 10],
    ['too many root fields', `{ ${many(6, () => '__typename')} }`, 'ROOT_FIELD_LIMIT', 5, 6],
    [
      'the same field too often beside itself',
      `{ campaigns { ${many(8, () => 'totalCount')} ...A ...A } } fragment A on CampaignConnection { totalCount }`,
      'REPEAT_LIMIT',
      9,
      10,
    ],
    ['brackets too deep inside each other', `{ nodes(ids: ${'['.repeat(300)}`, 'NESTING_LIMIT', 200, 302],
    ['too long a document', `{ campaigns { ${many(300, () => '__typename')} } }`, 'TOKEN_LIMIT', 200, 201],
    [
      'too large a page of pages',
      '{ campaigns(first: 500) { nodes { id name } } }',
      'COMPLEXITY_LIMIT',
      1000,
      1002,
    ],
  ])('refuses %s, with the limit and what was asked', async (_case, query, code, limit, asked) => {
    const { data, errors } = await send(engine.url, query);

    expect(data ?? null).toBeNull();
    expect(errors).toMatchObject([{ extensions: { code, limit, asked } }]);
    expect(errors?.[0]?.message).toContain(String(limit));
  });

  it('counts the size of pages that stands in variables, and their defaults', async () => {
    const query = 'query ($n: Int = 500) { campaigns(first: $n) { nodes { id name } } }';

    expect(await send(engine.url, query)).toMatchObject({ errors: [{ extensions: { asked: 1002 } }] });
    expect(await send(engine.url, query, { n: 10 })).toMatchObject({ data: { campaigns: {} } });
  });

  it('measures the operation that is too large although another of the document is run', async () => {
    const query = `query Small { __typename } query Large { ${many(6, () => '__typename')} }`;
    const { errors } = await send(engine.url, query, {}, { operationName: 'Small' });

    expect(errors).toMatchObject([{ extensions: { code: 'ROOT_FIELD_LIMIT' } }]);
  });
});
