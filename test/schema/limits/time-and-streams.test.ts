import { afterEach, expect, it, vi } from 'vitest';
import { DEFAULT_LIMITS } from '#schema/limits.ts';
import { TRANSPORTS } from '../../support/either-transport.ts';
import { openEngine } from '../../support/engine.ts';
import { watchBySse, watchByWebSocket } from '../../support/graphql-clients.ts';
import { begin } from '../../support/play.ts';
import { openSocket } from '../../support/raw-socket.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
afterEach(() => engine.close());

const WATCH = 'subscription ($sessionId: ID!) { turnEvents(sessionId: $sessionId) { __typename } }';

it.each(TRANSPORTS)('ends a query that takes too long over %s', async (_transport, send) => {
  engine = await openEngine({ protection: { limits: { ...DEFAULT_LIMITS, querySeconds: 0.2 } } });
  vi.spyOn(engine.store.campaigns, 'findMany').mockReturnValue(new Promise(() => {}));
  const id = Buffer.from('Campaign:x').toString('base64');

  expect(await send(engine.url, `{ campaign(id: "${id}") { name } }`)).toMatchObject({
    errors: [{ extensions: { code: 'TIME_LIMIT', limit: 0.2 } }],
  });
});

it.each([
  ['server-sent events', watchBySse],
  ['WebSocket', watchByWebSocket],
])(
  'lets a viewer follow only so many streams over %s, and again when one has ended',
  async (_transport, watch) => {
    const open: number[] = [];
    const limits = { ...DEFAULT_LIMITS, subscriptionsPerViewer: 2 };
    engine = await openEngine({ protection: { limits, onSubscriptions: (count) => void open.push(count) } });
    const sessionId = await begin(engine.url);
    const [first, second] = [watch(engine.url, sessionId), watch(engine.url, sessionId)];
    await Promise.all([first.until(() => true), second.until(() => true)]);

    for (const [, send] of TRANSPORTS) {
      const refused = await send(engine.url, WATCH, { sessionId });
      expect(refused).toMatchObject({
        errors: [{ extensions: { code: 'SUBSCRIPTION_LIMIT', limit: 2, asked: 3 } }],
      });
    }
    first.stop();
    await expect.poll(() => open.at(-1)).toBe(1);
    const third = watch(engine.url, sessionId);
    await third.until(() => true);
    second.stop();
    third.stop();
    await expect.poll(() => open.at(-1)).toBe(0);
  },
);

it('refuses a flood of operations over one WebSocket and goes on serving it', async () => {
  const limits = { ...DEFAULT_LIMITS, operationsPerSocket: 3 };
  engine = await openEngine({ protection: { limits } });
  const sessionId = await begin(engine.url);
  const socket = await openSocket(engine.url);
  for (let id = 0; id < 20; id += 1) {
    socket.send({ id: `${id}`, type: 'subscribe', payload: { query: WATCH, variables: { sessionId } } });
  }
  await expect.poll(() => socket.heard.filter(({ type }) => type === 'error').length).toBe(17);

  expect(socket.heard.find(({ type }) => type === 'error')?.payload).toMatchObject([
    { extensions: { code: 'SOCKET_LIMIT', limit: 3, asked: 4 } },
  ]);
  for (const id of ['0', '1', '2']) socket.send({ id, type: 'complete' });
  socket.send({ id: 'after', type: 'subscribe', payload: { query: '{ __typename }' } });
  await expect.poll(() => socket.heard.some(({ type, id }) => type === 'next' && id === 'after')).toBe(true);
  socket.close();
});

it('closes a WebSocket whose message is too large, and only that one', async () => {
  const limits = { ...DEFAULT_LIMITS, frameBytes: 2_000 };
  engine = await openEngine({ protection: { limits } });
  const [large, small] = [await openSocket(engine.url), await openSocket(engine.url)];
  large.send({ id: '1', type: 'subscribe', payload: { query: `{ __typename } # ${'x'.repeat(2_000)}` } });

  expect(await large.closed).toBe(1009);
  small.send({ id: '1', type: 'subscribe', payload: { query: '{ __typename }' } });
  await expect.poll(() => small.heard.some(({ type }) => type === 'next')).toBe(true);
  small.close();
});

it('refuses a body that is too large before it is read, with the limit and what was asked', async () => {
  engine = await openEngine({ protection: { limits: { ...DEFAULT_LIMITS, bodyBytes: 100 } } });
  const body = JSON.stringify({ query: `{ __typename } # ${'x'.repeat(200)}` });
  const response = await fetch(`${engine.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });

  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({
    errors: [{ extensions: { code: 'BODY_LIMIT', limit: 100, asked: body.length } }],
  });
});
