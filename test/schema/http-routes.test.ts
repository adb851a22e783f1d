import { once } from 'node:events';
import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { printSchemaText } from '#schema/print-schema.ts';
import { openAccounts } from '../support/accounts.ts';
import { globalId } from '../support/authoring.ts';
import { LANTERN_QUAY } from '../support/engine.ts';

let server: Awaited<ReturnType<typeof openAccounts>>;
let owner: string;
let player: string;
let admin: string;
let campaignId: string;
let sessionId: string;

const START = `mutation ($id: ID!) { startCampaign(input: { entryPointId: $id }) {
  ... on StartCampaignPayload { campaign { id } session { id } } } }`;

beforeAll(async () => {
  server = await openAccounts();
  const tokens = [
    await server.makeToken('ada', ['gm']),
    await server.makeToken('bob', ['player']),
    await server.makeToken('root', ['admin']),
  ];
  [owner = '', player = '', admin = ''] = tokens.map(({ token }) => token);
  const { data } = await server.ask(owner, START, { id: globalId('EntryPoint', LANTERN_QUAY) });
  const started = Object(data).startCampaign;
  campaignId = started.campaign.id;
  sessionId = started.session.id;
});
afterAll(() => server.close());

type Sent = {
  readonly path: string;
  readonly token?: string;
  readonly method?: string;
  readonly body?: Buffer;
};

/** Sends a request without the help of `fetch`, which unpacks answers. */
async function send({ path, token, method = 'GET', body }: Sent, headers: Record<string, string> = {}) {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const sent = request(`${server.url}${path}`, { method, headers: { ...authorization, ...headers } });
  sent.end(body);
  const [response] = await once(sent, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  return {
    status: Number(response.statusCode),
    headers: response.headers as Record<string, string>,
    bytes,
    json: () => JSON.parse(bytes.toString('utf8')),
  };
}

const GZIP = { 'accept-encoding': 'gzip' };
const JSON_TYPE = { 'content-type': 'application/json' };
const OCTETS = { 'content-type': 'application/octet-stream' };

it.each([
  ['/schema.graphql', 'game'],
  ['/schema/authoring.graphql', 'authoring'],
] as const)(
  'serves the schema as text at %s, compressed, and not again while it is the same',
  async (path, part) => {
    expect((await send({ path })).status).toBe(401);
    const plain = await send({ path, token: player });
    expect(plain.bytes.toString('utf8')).toBe(printSchemaText(part));

    const packed = await send({ path, token: player }, GZIP);
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(packed.bytes)).toEqual(plain.bytes);
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 4);
    const again = await send({ path, token: player }, { 'if-none-match': packed.headers.etag ?? '' });
    expect(again.status).toBe(304);
  },
);

it.each([
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['identity', undefined],
])('compresses a long answer for a client that accepts %s', async (accepted, encoding) => {
  const body = Buffer.from(JSON.stringify({ query: '{ __schema { types { name description } } }' }));
  const headers = { ...JSON_TYPE, 'content-length': String(body.length), 'accept-encoding': accepted };
  const answer = await send({ path: '/graphql', method: 'POST', token: player, body }, headers);

  expect(answer.status).toBe(200);
  expect(answer.headers['content-encoding']).toBe(encoding);
  expect(answer.headers.vary).toContain('accept-encoding');
  if (encoding === 'gzip') {
    expect(JSON.parse(gunzipSync(answer.bytes).toString('utf8')).data.__schema.types.length).toBeGreaterThan(
      100,
    );
  }
});

it('sends a short answer as it is', async () => {
  const body = Buffer.from(JSON.stringify({ query: '{ viewer { id } }' }));
  const headers = { ...JSON_TYPE, 'content-length': String(body.length), ...GZIP };
  const answer = await send({ path: '/graphql', method: 'POST', token: player, body }, headers);

  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.json()).toEqual({ data: { viewer: { id: 'bob' } } });
});

it('streams events one by one to a client that accepts compression', async () => {
  const query = `subscription { turnEvents(sessionId: "${sessionId}") { __typename } }`;
  const stream = new AbortController();
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: {
      ...JSON_TYPE,
      accept: 'text/event-stream',
      'accept-encoding': 'gzip, br',
      authorization: `Bearer ${owner}`,
    },
    body: JSON.stringify({ query }),
    signal: stream.signal,
  });
  expect(response.headers.get('content-encoding')).toBeNull();
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  // The stream stays open: events that a compressor held back would never come.
  while (!text.includes('TurnCommitted')) text += (await reader?.read())?.value ?? '';
  stream.abort();
});

it('hands a campaign to its game master as a file, and to nobody else', async () => {
  const path = `/files/campaigns/${encodeURIComponent(campaignId)}`;
  const answer = await send({ path, token: owner });

  expect(answer.status).toBe(200);
  expect(answer.headers['content-disposition']).toMatch(
    /^attachment; filename\*=UTF-8''[\w%.-]+\.scenewright$/,
  );
  const { data } = await server.ask(
    owner,
    'mutation ($id: ID!) { exportCampaign(input: { campaignId: $id }) { ... on ExportCampaignPayload { file } } }',
    {
      id: campaignId,
    },
  );
  expect(answer.bytes.toString('base64')).toBe(Object(data).exportCampaign.file);

  expect((await send({ path, token: player })).status).toBe(404);
  expect((await send({ path })).status).toBe(401);
  expect(
    (await send({ path: `/files/campaigns/${globalId('Campaign', 'none')}`, token: admin })).status,
  ).toBe(404);
  expect((await send({ path: '/files/campaigns', token: admin })).status).toBe(405);
});

it('takes in a campaign file from an admin alone', async () => {
  const { bytes } = await send({ path: `/files/campaigns/${encodeURIComponent(campaignId)}`, token: owner });
  const upload = (token: string, path = '/files/campaigns', headers = {}, body = bytes) =>
    send(
      { path, method: 'POST', token, body },
      { ...OCTETS, 'content-length': String(body.length), ...headers },
    );

  expect((await upload(owner)).status).toBe(403);
  expect((await upload(admin, '/files/campaigns', JSON_TYPE)).status).toBe(415);
  expect((await upload(admin)).status).toBe(409);
  expect((await upload(admin, '/files/campaigns', {}, Buffer.from('no campaign'))).status).toBe(422);
  const copy = await upload(admin, '/files/campaigns?asCopy=true');
  expect([copy.status, copy.json()]).toMatchObject([201, { campaign: { name: expect.any(String) } }]);
  expect(copy.json().campaign.id).not.toBe(campaignId);

  const large = { ...OCTETS, 'content-length': String(65 * 1024 * 1024), authorization: `Bearer ${admin}` };
  const sent = request(`${server.url}/files/campaigns`, { method: 'POST', headers: large });
  sent.on('error', () => {}).flushHeaders();
  const [refused] = await once(sent, 'response');
  expect(refused.statusCode).toBe(413);
  sent.destroy();
});

it('serves GraphiQL without a token, as a small page whose files are compressed and kept', async () => {
  const page = await send({ path: '/graphql' }, { accept: 'text/html', ...GZIP });
  expect(page.status).toBe(200);
  expect(page.bytes.length).toBeLessThan(8_000);
  const html = gunzipSync(page.bytes).toString('utf8');
  expect(html).toContain('"needsToken":true');

  const [script = ''] = /\/graphiql\/graphiql\.js\?v=[\w-]+/.exec(html) ?? [];
  const file = await send({ path: script }, { 'accept-encoding': 'br' });
  expect(file.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(file.bytes.length).toBeLessThan(1_500_000);
  expect((await send({ path: '/graphiql/none.js' })).status).toBe(401);
  expect((await send({ path: '/graphql?query={viewer{id}}' }, { accept: 'application/json' })).status).toBe(
    401,
  );
});
