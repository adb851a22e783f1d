import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import WebSocket from 'ws';
import { openEngine } from '../support/engine.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.close());

/** Sends a request with exactly these headers; `fetch` would not let a test lie about its Host. */
function send(
  path: string,
  headers: Record<string, string>,
  body = '',
): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(engine.url);
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, path, method: body === '' ? 'GET' : 'POST', headers },
      (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

const QUERY = JSON.stringify({ query: '{ __typename }' });
const JSON_BODY = { 'content-type': 'application/json', 'content-length': String(QUERY.length) };

it('answers whether it is alive and whether it can play', async () => {
  expect(await (await fetch(`${engine.url}/health`)).json()).toEqual({ status: 'alive' });
  expect(await (await fetch(`${engine.url}/ready`)).json()).toEqual({
    ready: true,
    store: 'ready',
    index: 'ready',
    packs: 'ready',
  });
});

it('answers a query sent from this machine', async () => {
  expect(await send('/graphql', JSON_BODY, QUERY)).toMatchObject({
    status: 200,
    text: '{"data":{"__typename":"Query"}}',
  });
});

it.each([
  ['a page elsewhere', { ...JSON_BODY, origin: 'https://evil.example' }, 403],
  ['a sandboxed page', { ...JSON_BODY, origin: 'null' }, 403],
  ['a name pointed at this address', { ...JSON_BODY, host: 'evil.example' }, 403],
  ['a form', { ...JSON_BODY, 'content-type': 'application/x-www-form-urlencoded' }, 415],
  ['plain text', { ...JSON_BODY, 'content-type': 'text/plain' }, 415],
  ['a body of no stated length', { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }, 411],
  ['a huge body', { ...JSON_BODY, 'content-length': '999999999' }, 413],
])('turns away %s', async (_who, headers, status) => {
  expect((await send('/graphql', headers, QUERY)).status).toBe(status);
});

it('turns away a WebSocket opened by a page elsewhere', async () => {
  const socket = new WebSocket(`${engine.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    origin: 'https://evil.example',
  });
  const [error] = await new Promise<[Error]>((resolve) => socket.once('error', (...all) => resolve(all)));

  expect(error.message).toContain('403');
});

it('refuses a mutation sent as a link', async () => {
  const query = encodeURIComponent('mutation { startCampaign(input: { entryPointId: "x" }) { __typename } }');

  expect((await send(`/graphql?query=${query}`, { accept: 'application/json' })).status).toBe(405);
});

it('serves GraphiQL itself, with a first session on it and nothing from elsewhere', async () => {
  const { status, text } = await send('/graphql', { accept: 'text/html' });

  expect(status).toBe(200);
  expect(text).toContain('startCampaign');
  expect([...text.matchAll(/(?:src|href)="(https?:)?\/\/[^"]+"/g)]).toEqual([]);
});

it('masks an error nobody foresaw', async () => {
  vi.spyOn(engine.store.campaigns, 'findMany').mockRejectedValueOnce(new Error('a secret detail'));
  const id = Buffer.from('Campaign:x').toString('base64');
  const body = JSON.stringify({ query: `{ campaign(id: "${id}") { name } }` });
  const { text } = await send('/graphql', { ...JSON_BODY, 'content-length': String(body.length) }, body);

  expect(text).toContain('Unexpected error');
  expect(text).not.toContain('secret detail');
});

it.each(['//', '//graphql', '/%', '/?query=%'])('survives a request for %s', async (path) => {
  await send(path, {});

  expect((await send('/health', {})).status).toBe(200);
});

it.each(['//', '/nope'])('survives an upgrade at %s whose client hangs up', async (path) => {
  const { hostname, port } = new URL(engine.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  await new Promise((resolve) => socket.once('data', resolve));
  socket.resetAndDestroy();
  await new Promise((resolve) => setTimeout(resolve, 50));

  expect((await send('/health', {})).status).toBe(200);
});

it('answers a document it cannot read without closing the WebSocket', async () => {
  const socket = new WebSocket(`${engine.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const heard: { type: string; id?: string }[] = [];
  const until = (type: string) =>
    expect.poll(() => heard.some((message) => message.type === type)).toBe(true);
  socket.on('message', (data) => heard.push(JSON.parse(String(data))));
  socket.on('open', () => socket.send('{"type":"connection_init"}'));
  await until('connection_ack');
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: '{ nonsense' } }));
  await until('error');
  socket.send(JSON.stringify({ id: '2', type: 'subscribe', payload: { query: '{ __typename }' } }));
  await until('next');

  expect(heard.map(({ type }) => type).slice(0, 3)).toEqual(['connection_ack', 'error', 'next']);
  socket.close();
});
