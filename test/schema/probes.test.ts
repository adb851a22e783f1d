import { request } from 'node:http';
import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { byHttp, byWebSocket, TRANSPORTS } from '../support/either-transport.ts';
import { openEngine } from '../support/engine.ts';

/** What well-known scanners send to every GraphQL server they find, and what they look for in the answers. */

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.close());

const repeat = (count: number, write: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => write(at)).join('\n');

const nested = (levels: number, inner: string) =>
  `${'fields { type { '.repeat(levels)}${inner}${' } }'.repeat(levels)}`;

it.each([
  ['100 aliases', `query cop { ${repeat(101, (at) => `alias${at}:__typename`)} }`],
  ['10 directives on one field', `query cop { __typename ${'@aa'.repeat(10)} }`],
  ['500 times the same field', `query cop { ${repeat(500, () => '__typename')} }`],
  ['1,500 times the same field inside another', `{ campaigns { ${repeat(1_500, () => 'totalCount')} } }`],
  ['introspection in circles', `query cop { __schema { types { ${nested(5, 'name')} } } }`],
  [
    'introspection in circles by way of a fragment',
    `{ __schema { types { ...T } } } fragment T on __Type { fields { type { fields { type { fields { type { fields { name } } } } } } } }`,
  ],
  ['fragments in a circle', '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }'],
  ['a fragment that holds itself', '{ ...A } fragment A on Query { __typename ...A }'],
  [
    'a tower of fragments',
    `{ ...F0 } ${repeat(100, (at) => `fragment F${at} on Query { ...F${at + 1} ...F${at + 1} }`)} fragment F100 on Query { __typename }`,
  ],
  [
    'a tower of fragments with two doors on every floor',
    `{ ...F0 } ${repeat(60, (at) => `fragment F${at} on Query { a { ...F${at + 1} } b { ...F${at + 1} } }`)} fragment F60 on Query { __typename }`,
  ],
  ['a deep hole', `{ ${'campaigns { nodes { sessions { campaign { '.repeat(8)}id${' } } } }'.repeat(8)} }`],
  ['a very long list in the document', `{ nodes(ids: [${repeat(3_000, () => '"x"')}]) { id } }`],
  ['a very deep list in the document', `{ nodes(ids: ${'['.repeat(3_000)}${']'.repeat(3_000)}) { id } }`],
])('refuses %s, on either transport, and stays up', async (_probe, query) => {
  for (const [, send] of TRANSPORTS) {
    const { data, errors } = await send(engine.url, query);
    expect(data ?? null).toBeNull();
    expect(errors?.length).toBeGreaterThan(0);
    expect(JSON.stringify(errors)).not.toContain('Unexpected error');
  }
  expect((await fetch(`${engine.url}/health`)).status).toBe(200);
});

it('refuses operations sent as a batch', async () => {
  const response = await post(
    JSON.stringify(Array.from({ length: 10 }, () => ({ query: '{ __typename }' }))),
  );

  expect(response.status).toBe(400);
  expect(await response.text()).toContain('Batching is not supported');
});

it('answers introspection on one’s own machine, once in an operation', async () => {
  expect(await byHttp(engine.url, getIntrospectionQuery())).toMatchObject({ data: { __schema: {} } });
});

it('gives no tracing, whatever is asked for', async () => {
  const response = await post(JSON.stringify({ query: '{ __typename }' }), { 'x-apollo-tracing': '1' });

  expect(Object.keys(await response.json())).toEqual(['data']);
});

it.each([
  ['a document that is none', '{ nonsense'],
  ['a field that is none', '{ nonsense }'],
  ['an argument of the wrong type', '{ campaigns(first: "x") { nodes { id } } }'],
  ['a variable that is missing', 'query ($id: ID!) { campaign(id: $id) { id } }'],
  ['an id that is none', '{ campaign(id: "%%%") { id } }'],
  ['an id of another kind', '{ campaign(id: "U2Vzc2lvbjp4") { id } }'],
  ['a cursor that is none', '{ campaigns(after: "%%%") { nodes { id } } }'],
])('tells no stack, path or library of the server for %s', async (_probe, query) => {
  for (const [, send] of TRANSPORTS) {
    const answer = JSON.stringify(await send(engine.url, query));
    expect(answer).not.toMatch(/stack|node_modules|\.ts\b|\.js\b|originalError|at Object\.|sqlite|select /i);
  }
});

it.each([[[1, 2]], [{}], [7], [true]])('takes %j for no cursor, and for no bug of its own', async (after) => {
  const { errors } = await byWebSocket(
    engine.url,
    'subscription ($after: Cursor) { turnEvents(sessionId: "U2Vzc2lvbjp4", after: $after) { __typename } }',
    { after },
  );

  expect(errors?.[0]?.message).toContain('A cursor is a string.');
});

it.each(['?query={__typename}&debug=1', '?query=%7B__typename%7D&graphiql=1'])(
  'is not talked into telling more by %s',
  async (search) => {
    const text = await (
      await fetch(`${engine.url}/graphql${search}`, { headers: { accept: 'application/json' } })
    ).text();

    expect(text).toBe('{"data":{"__typename":"Query"}}');
  },
);

const MUTATION = 'mutation { startCampaign(input: { entryPointId: "x" }) { __typename } }';

it.each([
  ['GET', `?query=${encodeURIComponent(MUTATION)}`],
  ['HEAD', `?query=${encodeURIComponent(MUTATION)}`],
  ['PUT', ''],
  ['DELETE', ''],
  ['PATCH', ''],
])('runs no mutation sent by %s', async (method, search) => {
  const response = await fetch(`${engine.url}/graphql${search}`, {
    method,
    headers: { accept: 'application/json' },
  });

  expect(response.status).toBeGreaterThanOrEqual(400);
});

it.each([
  ['a form', 'application/x-www-form-urlencoded', 'query=%7B__typename%7D'],
  [
    'a form with files',
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="operations"\r\n\r\n{"query":"{__typename}"}\r\n--x--',
  ],
  ['plain text', 'text/plain', '{"query":"{ __typename }"}'],
  ['a bare document', 'application/graphql', '{ __typename }'],
  ['nothing said', '', '{"query":"{ __typename }"}'],
])('refuses a POST that a page elsewhere could send without being asked: %s', async (_probe, type, body) => {
  expect((await post(body, { 'content-type': type })).status).toBe(415);
});

it.each([
  ['an image of a page elsewhere', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }, 403],
  ['a script of a page beside it', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' }, 403],
  ['a page elsewhere that reads', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 403],
  ['its own page', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }, 200],
  ['a program', {}, 200],
])('answers a query sent as a link by %s as it should', async (_who, headers, status) => {
  for (const path of ['/graphql', '/graphql/authoring']) {
    const given = { accept: 'application/json', ...headers };
    expect(await get(`${path}?query=%7B__typename%7D`, given)).toBe(status);
  }
});

it('does not run what a page elsewhere asks leave for', async () => {
  const preflight = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
  const response = await fetch(`${engine.url}/graphql`, { method: 'OPTIONS', headers: preflight });

  expect(response.headers.get('access-control-allow-origin')).toBeNull();
});

function post(body: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${engine.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
}

/** `fetch` does not send the headers that browsers set themselves. */
function get(path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(`${engine.url}${path}`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end();
  });
}
