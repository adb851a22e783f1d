import { connect } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import WebSocket from 'ws';
import { createStoryInput } from '#engine/domain/turn.ts';
import { toTurnEventRow } from '#engine/live/turn-event.ts';
import { openEngine } from '../support/engine.ts';
import { WATCH, watchBySse, watchByWebSocket } from '../support/graphql-clients.ts';
import { begin } from '../support/play.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeEach(async () => {
  engine = await openEngine();
});
afterEach(() => engine.close());

const rawId = (globalId: string) => Buffer.from(globalId, 'base64').toString('utf8').replace('Session:', '');

/** Holds the session and writes so many pieces of narration into its log, `size` characters each. */
async function narrate(sessionId: string, count: number, size: number): Promise<void> {
  const { store, events } = engine;
  const now = new Date();
  const claim = await store.leases.claim(
    {
      sessionId,
      actionId: 'flood',
      input: createStoryInput('x'),
      turnId: '01900000-0000-7000-8000-00000000000f',
      now,
      expiresAt: new Date(now.getTime() + 600_000),
    },
    () => {
      throw new Error('nobody is abandoned here');
    },
    () => {
      throw new Error('nobody waits here');
    },
  );
  if (claim.claim !== 'won') throw new Error(claim.claim);
  const text = 'x'.repeat(size);
  for (let written = 0; written < count; written += 50) {
    const rows = Array.from({ length: 50 }, () =>
      toTurnEventRow(claim.lease.turn.id, { type: 'narration-delta', attempt: 1, text }, now),
    );
    const appended = await store.events.append(sessionId, claim.lease.fence, rows);
    events.announce(appended ?? []);
    await new Promise(setImmediate);
  }
}

/** A client over server-sent events that reads nothing after it has asked. */
function stalledBySse(sessionId: string): Promise<() => void> {
  const { hostname, port } = new URL(engine.url);
  const body = JSON.stringify({ query: WATCH, variables: { sessionId } });
  const socket = connect(Number(port), hostname);
  socket.pause();
  socket.write(
    `POST /graphql HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAccept: text/event-stream\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  return Promise.resolve(() => socket.destroy());
}

/** A client over WebSocket that reads nothing after it has asked. */
function stalledByWebSocket(sessionId: string): Promise<() => void> {
  const socket = new WebSocket(`${engine.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  return new Promise((resolve) => {
    socket.on('open', () => socket.send('{"type":"connection_init"}'));
    socket.once('message', () => {
      socket.send(
        JSON.stringify({ id: '1', type: 'subscribe', payload: { query: WATCH, variables: { sessionId } } }),
      );
      socket.pause();
      resolve(() => socket.terminate());
    });
  });
}

it.each([
  ['server-sent events', stalledBySse],
  ['WebSocket', stalledByWebSocket],
])(
  'lets a client over %s stop reading 5,000 events without queueing them or holding up others',
  async (_transport, stall) => {
    const sessionId = await begin(engine.url);
    const hangUp = await stall(sessionId);
    await expect.poll(() => engine.readersWaiting(rawId(sessionId))).toBe(1);
    await narrate(rawId(sessionId), 5_000, 4_000);
    // 20 MB were told. What the sockets hold has been read for the stalled client, and nothing beyond that.
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(engine.furthest.read).toBeLessThan(3_500);

    const eager = watchByWebSocket(engine.url, sessionId);
    await eager.until(({ sequence }) => sequence > 5_000);
    // Steps of the opening are left out; what was narrated comes whole and in order.
    const sequences = eager.events.map(({ sequence }) => sequence).slice(-4_900);
    expect(sequences).toEqual(sequences.map((_, at) => (sequences[0] ?? 0) + at));
    eager.stop();
    hangUp();
  },
  60_000,
);

it('goes on exactly where a client left, over either transport, also with what was told before it came', async () => {
  const sessionId = await begin(engine.url);
  const first = watchBySse(engine.url, sessionId);
  await first.until(({ __typename }) => __typename === 'TurnCommitted');
  const third = first.events[2];
  first.stop();
  const rest = watchByWebSocket(engine.url, sessionId, third?.cursor ?? null);
  await rest.until(({ __typename }) => __typename === 'TurnCommitted');
  rest.stop();

  expect(rest.events).toEqual(first.events.slice(3));
});

it('stops reading for a client that went away', async () => {
  const sessionId = await begin(engine.url);
  const watch = watchBySse(engine.url, sessionId);
  await watch.until(() => true);
  expect(engine.readersWaiting(rawId(sessionId))).toBe(1);
  watch.stop();
  await expect.poll(() => engine.readersWaiting(rawId(sessionId))).toBe(0);
});

it.each([
  ['nonsense', 'nonsense', /not a cursor of ours/],
  [
    'another session’s',
    Buffer.from(`v1:${'0'.repeat(36)}:4`).toString('base64url'),
    /belongs to another session/,
  ],
])('refuses a cursor that is %s', async (_case, after, message) => {
  const sessionId = await begin(engine.url);
  const response = await fetch(`${engine.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query: WATCH, variables: { sessionId, after } }),
  });

  expect(await response.text()).toMatch(message);
});
