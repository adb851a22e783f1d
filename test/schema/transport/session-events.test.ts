import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SessionEventBody, toSessionEventRow } from '#engine/live/session-event.ts';
import { openEngine } from '../../support/engine.ts';
import { watchBySse, watchByWebSocket } from '../../support/graphql-clients.ts';
import { begin } from '../../support/play.ts';
import { rawId } from './narrator.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.close());

const WATCH_SESSION = /* GraphQL */ `
  subscription ($sessionId: ID!, $after: Cursor) {
    turnEvents(sessionId: $sessionId, after: $after) {
      __typename
      ... on LiveEvent { cursor sequence turnId }
      ... on SessionContinued { continuedAs continuedBy { id } fromScene { index } }
    }
  }
`;

async function tell(sessionId: string, body: SessionEventBody): Promise<void> {
  const rows = await engine.store.events.tell(sessionId, [toSessionEventRow(body, new Date())]);
  engine.events.announce(rows ?? []);
}

const TRANSPORTS = [
  ['server-sent events', watchBySse],
  ['WebSocket', watchByWebSocket],
] as const;

it.each(TRANSPORTS)('tells over %s where a story goes on that was rewound', async (_transport, watchBy) => {
  const [sessionId, continued] = [await begin(engine.url), await begin(engine.url)];
  const session = await engine.store.sessions.find(rawId(sessionId));
  const watch = watchBy(engine.url, sessionId, null, WATCH_SESSION);
  await tell(rawId(sessionId), {
    type: 'session-continued',
    cause: 'rewound',
    continuedBySessionId: rawId(continued),
    fromSceneId: session?.currentSceneId ?? '',
  });

  expect(await watch.until(({ __typename }) => __typename === 'SessionContinued')).toMatchObject({
    continuedAs: 'REWOUND',
    continuedBy: { id: continued },
    fromScene: { index: 1 },
    turnId: null,
  });
  expect(watch.ended()).toBeNull();
  watch.stop();
});

it.each(TRANSPORTS)(
  'completes over %s with a closed session, also for those who come back',
  async (_transport, watchBy) => {
    const sessionId = await begin(engine.url);
    const watch = watchBy(engine.url, sessionId, null, WATCH_SESSION);
    await tell(rawId(sessionId), { type: 'session-closed' });
    const { cursor } = await watch.until(({ __typename }) => __typename === 'SessionClosed');
    await expect.poll(watch.ended, { timeout: 20_000 }).toBe('complete');

    const back = watchBy(engine.url, sessionId, cursor, WATCH_SESSION);
    await expect.poll(back.ended, { timeout: 20_000 }).toBe('complete');
    expect(back.events).toEqual([]);
  },
);
