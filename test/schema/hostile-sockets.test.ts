import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import WebSocket from 'ws';
import { DEFAULT_LIMITS } from '#schema/limits.ts';
import { openEngine } from '../support/engine.ts';
import { openSocket } from '../support/raw-socket.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine({ protection: { limits: { ...DEFAULT_LIMITS, subscriptionsPerViewer: 1 } } });
});
afterAll(() => engine.close());

const NEVER = { query: 'subscription { scenarioProgress(watchedAs: "nothing") { chunk } }' };
const ask = (id: string, payload: object = { query: '{ __typename }' }) =>
  JSON.stringify({ id, type: 'subscribe', payload });

/** A socket that has said nothing yet. */
async function silent(): Promise<{ socket: WebSocket; closed: Promise<number> }> {
  const socket = new WebSocket(`${engine.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  socket.on('error', () => {});
  const closed = new Promise<number>((resolve) => {
    socket.on('close', resolve);
  });
  await new Promise((resolve) => socket.on('open', resolve));
  return { socket, closed };
}

async function stillServes(): Promise<void> {
  const { heard, send, close, closed } = await openSocket(engine.url);
  send(JSON.parse(ask('1')));
  await expect.poll(() => heard.some(({ type }) => type === 'next')).toBe(true);
  close();
  await closed;
}

const INIT = '{"type":"connection_init"}';

it.each([
  ['begins twice', [INIT, INIT], 4429],
  ['begins a thousand times', Array.from({ length: 1_000 }, () => INIT), 4429],
  ['asks before it has begun', [ask('1')], 4401],
  ['uses an id that is in use', [INIT, ask('1', NEVER), ask('1', NEVER)], 4409],
  ['sends what is no message', [INIT, '{"type":"nonsense"}'], 4400],
  ['sends what is no JSON', ['{'], 4400],
  ['sends bytes that are no message', [Buffer.from([0xff, 0xfe, 0x00])], 4400],
])('closes a socket that %s, and serves the others', async (_case, messages, code) => {
  const { socket, closed } = await silent();
  const acknowledged = new Promise((resolve) => socket.once('message', resolve));
  for (const [index, message] of messages.entries()) {
    socket.send(message);
    if (index === 0 && messages.length === 3) await acknowledged;
  }

  expect(await closed).toBe(code);
  await stillServes();
});

it('closes a socket that never begins', async () => {
  const { closed } = await silent();

  expect(await closed).toBe(4408);
});

/** A frame of a client, masked with zeros so that it can be read here. */
const frame = (first: number, payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from([first, 0x80 | payload.length, 0, 0, 0, 0]), payload]);

it.each([
  ['text that is no UTF-8', frame(0x81, Buffer.from([0xc3, 0x28])), 1007],
  ['a frame without a mask', Buffer.from([0x81, 0x01, 0x41]), 1002],
  ['a compressed frame', frame(0xc1, Buffer.from('{}')), 1002],
  ['a frame that continues nothing', frame(0x80, Buffer.from('{}')), 1002],
  ['more than a message may have', Buffer.from([0x81, 0xff, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]), 1009],
])('closes a connection that sends %s', async (_case, bytes, code) => {
  const { hostname, port } = new URL(engine.url);
  const wire = connect(Number(port), hostname);
  const heard: Buffer[] = [];
  wire.on('data', (chunk) => heard.push(chunk)).on('error', () => {});
  const closed = new Promise((resolve) => wire.on('close', resolve));
  wire.write(
    `GET /graphql HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n' +
      'Sec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n',
  );
  await expect.poll(() => Buffer.concat(heard).includes('\r\n\r\n')).toBe(true);
  const before = Buffer.concat(heard).length;
  wire.write(bytes);
  await expect.poll(() => Buffer.concat(heard).length).toBeGreaterThan(before);

  const answer = Buffer.concat(heard).subarray(before);
  expect([answer[0], answer.readUInt16BE(2)]).toEqual([0x88, code]);
  expect(Buffer.concat(heard).toString('latin1')).not.toContain('permessage-deflate');
  wire.destroy();
  await closed;
});

it('answers thousands of pings in their order', async () => {
  const { heard, send, close, closed } = await openSocket(engine.url);
  for (let number = 0; number < 3_000; number += 1) send({ type: 'ping', payload: { number } });
  await expect.poll(() => heard.length, { timeout: 10_000 }).toBe(3_001);

  expect(heard.at(-1)).toMatchObject({ type: 'pong', payload: { number: 2_999 } });
  close();
  await closed;
});

it('lets a viewer have so many sockets at once, and again when they are closed', async () => {
  const all = await Promise.all(Array.from({ length: 30 }, silent));
  const heard: string[] = [];
  for (const { socket, closed } of all) {
    socket.on('message', (data) => heard.push(JSON.parse(String(data)).type));
    void closed.then((code) => heard.push(`closed ${code}`));
    socket.send(INIT);
  }
  await expect.poll(() => heard.length).toBe(30);

  expect(heard.filter((what) => what === 'closed 4429').length).toBeGreaterThanOrEqual(9);
  expect(heard.filter((what) => what === 'connection_ack').length).toBeGreaterThanOrEqual(15);
  for (const { socket } of all) socket.close();
  await Promise.all(all.map(({ closed }) => closed));
  // The server hears of it a moment after the client.
  await new Promise((resolve) => setTimeout(resolve, 100));
  await stillServes();
});

it('keeps idle connections longer than clients and proxies do, and tells them so', async () => {
  const response = await fetch(`${engine.url}/health`);
  await response.text();

  expect(response.headers.get('keep-alive')).toBe('timeout=75');
});
