import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { DEFAULT_LIMITS } from '#schema/limits.ts';
import { openEngine } from '../../support/engine.ts';
import { ask, watchBySse, watchByWebSocket } from '../../support/graphql-clients.ts';
import { begin, takeTurn } from '../../support/play.ts';
import { narrator, rawId } from './narrator.ts';

const SOON = { timeout: 20_000 };

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine({ protection: { limits: { ...DEFAULT_LIMITS, subscriptionsPerViewer: 500 } } });
});
afterAll(() => engine.close());

const WATCH_SCENES = /* GraphQL */ `
  subscription ($sessionId: ID!, $after: Cursor) {
    turnEvents(sessionId: $sessionId, after: $after) {
      __typename
      ... on LiveEvent { cursor sequence turnId }
      ... on TurnCommitted { scene { index } }
    }
  }
`;

const OTHER_WORDS = WATCH_SCENES.replace('index', 'narration');

async function lastCursor(sessionId: string): Promise<string> {
  const asked = await ask<{ session: { lastEventCursor: string } }>(
    engine.url,
    'query ($id: ID!) { session(id: $id) { lastEventCursor } }',
    { id: sessionId },
  );
  return asked.session.lastEventCursor;
}

it('resolves an event once for all who ask the same, wherever they began, and once more for other words', async () => {
  const sessionId = await begin(engine.url);
  const after = await lastCursor(sessionId);
  const same = Array.from({ length: 20 }, (_, at) => {
    const watch = at % 2 === 0 ? watchBySse : watchByWebSocket;
    return watch(engine.url, sessionId, at < 10 ? after : null, WATCH_SCENES);
  });
  const other = watchBySse(engine.url, sessionId, after, OTHER_WORDS);
  await expect.poll(() => engine.readersWaiting(rawId(sessionId)), SOON).toBe(21);
  await Promise.all(same.slice(10).map((watch) => watch.until(({ cursor }) => cursor === after)));

  const findMany = vi.spyOn(engine.store.scenes, 'findMany');
  const { turn } = await takeTurn(engine.url, sessionId);
  await Promise.all(
    [...same, other].map((watch) =>
      watch.until(({ __typename, turnId }) => __typename === 'TurnCommitted' && turnId === turn?.id),
    ),
  );
  // One for each document, one for the answer to the mutation and one for the turn itself; never one for each subscriber.
  expect(findMany.mock.calls.length).toBeGreaterThanOrEqual(2);
  expect(findMany.mock.calls.length).toBeLessThanOrEqual(5);
  findMany.mockRestore();
  for (const watch of [...same, other]) watch.stop();
});

it('shows in each event what is true by then, not what was read for an earlier one', async () => {
  const sessionId = await begin(engine.url);
  const query = /* GraphQL */ `
    subscription ($sessionId: ID!, $after: Cursor) {
      turnEvents(sessionId: $sessionId, after: $after) {
        __typename
        ... on LiveEvent { cursor sequence turnId }
        ... on TurnCommitted { sceneIndex scene { session { currentScene { index } } } }
      }
    }
  `;
  const watch = watchByWebSocket(engine.url, sessionId, await lastCursor(sessionId), query);
  type Committed = { sceneIndex: number; scene: { session: { currentScene: { index: number } } } };
  for (const index of [2, 3, 4]) {
    await takeTurn(engine.url, sessionId);
    const event: unknown = await watch.until(({ sceneIndex }) => sceneIndex === index);
    // What the query above asks for.
    expect((event as Committed).scene.session.currentScene.index).toBe(index);
  }
  watch.stop();
});

it('does not let a subscriber that stopped reading hold up those it shares with', async () => {
  const sessionId = await begin(engine.url);
  const after = await lastCursor(sessionId);
  const response = await fetch(`${engine.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query: WATCH_SCENES, variables: { sessionId, after } }),
  });
  const eager = watchBySse(engine.url, sessionId, after, WATCH_SCENES);
  await expect.poll(() => engine.readersWaiting(rawId(sessionId)), SOON).toBe(2);
  const { say } = await narrator(engine, sessionId);
  await say(Array.from({ length: 300 }, () => 'x'.repeat(20_000)));
  await expect.poll(() => eager.events.length, SOON).toBe(300);

  eager.stop();
  await response.body?.cancel();
});
