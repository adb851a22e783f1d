import { afterAll, beforeAll, expect, it } from 'vitest';
import WebSocket from 'ws';
import { type Accounts, openAccounts } from '../../support/accounts.ts';

let server: Accounts;
const written: string[] = [];
const note = (...parts: unknown[]) => {
  written.push(
    JSON.stringify(parts, (_key, value) => (value instanceof Error ? `${value} ${value.stack}` : value)),
  );
};
beforeAll(async () => {
  server = await openAccounts({ apiLog: { debug: note, info: note, warn: note, error: note } });
});
afterAll(() => server.close());

/** Asks for the names of the packs. */
const QUERY = '?query=%7Bpacks%7Bnodes%7Bname%7D%7D%7D';
const ME = '{ viewer { id name roles isLocalOwner expiresAt campaigns { nodes { name } } } }';

it('tells the holder of a token who they are', async () => {
  const { token } = await server.makeToken('ada', ['player', 'gm']);
  const { status, data } = await server.ask(token, ME);

  expect(status).toBe(200);
  expect(data).toMatchObject({
    viewer: {
      id: 'ada',
      name: 'ADA',
      roles: ['PLAYER', 'GM'],
      isLocalOwner: false,
      campaigns: { nodes: [] },
    },
  });
});

it.each<[string, () => Promise<string | null>, RegExp]>([
  ['nothing', async () => null, /Say who you are/],
  ['a token nobody made', async () => 'swt_nobody-made-this', /no such API token/],
  ['something else', async () => 'hunter2', /no API token of this server/],
  ['a huge text', async () => `swt_${'x'.repeat(10_000)}`, /no credential/],
  [
    'an expired token',
    async () => (await server.makeToken('ada', ['admin'], { seconds: -1 })).token,
    /expired/,
  ],
  [
    'a revoked token',
    async () => {
      const { id, token } = await server.makeToken('ada', ['admin']);
      await server.store.tokens.revoke(id, new Date());
      return token;
    },
    /revoked/,
  ],
])('lets nobody in with %s', async (_what, credential, message) => {
  const { status, data, errors } = await server.ask(await credential(), ME);

  expect(status).toBe(401);
  expect(data).toBeNull();
  expect(errors).toEqual([
    { message: expect.stringMatching(message), extensions: { code: 'UNAUTHENTICATED' } },
  ]);
});

it.each([
  ['a mutation', 'POST', '/graphql', 'text/html'],
  ['a query as a link', 'GET', `/graphql${QUERY}`, 'application/json'],
  ['a query as a link, whatever is taken', 'GET', `/graphql${QUERY}`, '*/*'],
  ['a query as a link, as a stream', 'GET', `/graphql${QUERY}`, 'text/event-stream'],
  ['the schema, though a page is wanted', 'GET', '/schema.graphql', 'text/html'],
])('asks for a credential before %s', async (_what, method, path, accept) => {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { accept, 'content-type': 'application/json' },
    ...(method === 'POST' ? { body: '{}' } : {}),
  });

  expect(response.status).toBe(401);
  expect(response.headers.get('www-authenticate')).toBe('Bearer');
});

it('shows GraphiQL without a credential, and answers no link with it', async () => {
  const [page, link] = await Promise.all(
    ['/graphql', `/graphql${QUERY}`].map((path) =>
      fetch(`${server.url}${path}`, { headers: { accept: 'text/html' } }),
    ),
  );

  expect([page?.status, link?.status]).toEqual([200, 200]);
  const html = await page?.text();
  expect(html).toContain('"needsToken":true');
  // The same page, whatever the link asks: GraphiQL asks it once it has a token.
  expect(await link?.text()).toBe(html);
  expect(html).not.toContain('Lantern Quay');
});

const SCHEMA = [
  '{ __schema { types { name } } }',
  '{ __type(name: "GmScene") { fields { name } } }',
  '{ viwer { id } }',
];

it.each(SCHEMA)('tells nothing of its schema to somebody without a credential who asks %s', async (query) => {
  const link = await fetch(`${server.url}/graphql?query=${encodeURIComponent(query)}`);
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const heard: string[] = [];
  socket.on('message', (data) => heard.push(String(data)));
  socket.on('open', () => {
    socket.send('{"type":"connection_init"}');
    socket.send(JSON.stringify({ type: 'subscribe', id: '1', payload: { query } }));
  });
  const code = await new Promise<number>((resolve) => socket.on('close', resolve));
  const posted = await server.ask(null, query);

  expect([link.status, posted.status, posted.data]).toEqual([401, 401, null]);
  expect([4401, 4403]).toContain(code);
  expect(`${heard.join()} ${await link.text()} ${posted.text}`).not.toMatch(
    /GmScene|withholds|viewer|types|Did you mean/,
  );
});

it('tells its schema to whoever has said who they are', async () => {
  const { token } = await server.makeToken('ada', ['player']);
  const { data } = await server.ask(token, SCHEMA[0] ?? '');

  expect(JSON.stringify(data)).toContain('GmScene');
});

it('refuses another scheme than Bearer', async () => {
  const headers = { authorization: 'Basic YWRhOmh1bnRlcjI=', 'content-type': 'application/json' };
  const response = await fetch(`${server.url}/graphql`, { method: 'POST', headers, body: '{}' });

  expect(response.status).toBe(401);
});

it('answers health checks without asking', async () => {
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
});

it('writes no token into its log or its answers, however it is sent', async () => {
  const { token } = await server.makeToken('ada', ['gm']);
  const replies = [
    await server.ask(`${token}x`, ME),
    await server.ask(token, '{ nonsense }'),
    await server.ask(token, `{ campaign(id: "${token}") { name } }`),
    await server.ask(
      token,
      'mutation ($code: String!) { joinCampaign(input: { code: $code }) { __typename } }',
      {
        code: token,
      },
    ),
  ];
  const said = replies.filter((_, at) => at !== 2).map(({ text }) => text);

  expect(`${written.join()}${said.join()}`).not.toContain(token);
});
