import { join } from 'node:path';
import { createClient as createSseClient } from 'graphql-sse';
import { createClient as createWebSocketClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { openEngine } from '../../support/engine.ts';
import { type LiveEvent, WATCH } from '../../support/graphql-clients.ts';
import { writeGuidePack } from '../../support/guide-pack.ts';
import { begin, takeTurn } from '../../support/play.ts';
import { startServerProcess } from '../../support/server-process.ts';
import { startSeveringProxy } from '../../support/severing-proxy.ts';
import { temporaryFolder } from '../../support/stores.ts';
import { narrator } from './narrator.ts';

const SOON = { timeout: 90_000 };

type Variables = { sessionId: string; after: string | null };
type Sink = { next: (result: { data?: unknown }) => void; error: () => void; complete: () => void };

/** What the manual says: a stock client that puts the cursor of each event into the variables it was given. */
function resuming(subscribe: (variables: Variables, sink: Sink) => () => void, sessionId: string) {
  const variables: Variables = { sessionId, after: null };
  const events: LiveEvent[] = [];
  const stop = subscribe(variables, {
    next: ({ data }) => {
      // What WATCH asks for.
      const event = (data as { turnEvents: LiveEvent }).turnEvents;
      if (event.__typename !== 'ServerGoingAway') events.push(event);
      variables.after = event.cursor;
    },
    error: () => {},
    complete: () => {},
  });
  return { events, stop };
}

const again = {
  retryAttempts: 100_000,
  retryWait: () => new Promise<void>((resolve) => setTimeout(resolve, 20)),
};

const bySse = (url: string, sessionId: string) => {
  const client = createSseClient({ url: `${url}/graphql`, ...again, retry: again.retryWait });
  return resuming(
    (variables, sink) => client.subscribe({ query: WATCH, variables }, sink as never),
    sessionId,
  );
};

const byWebSocket = (url: string, sessionId: string) => {
  const client = createWebSocketClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    ...again,
    shouldRetry: () => true,
  });
  return resuming(
    (variables, sink) => client.subscribe({ query: WATCH, variables }, sink as never),
    sessionId,
  );
};

const CLIENTS = [
  ['graphql-sse', bySse],
  ['graphql-ws', byWebSocket],
] as const;

const numbers = (events: readonly LiveEvent[]) => events.map(({ sequence }) => sequence);
/** Each once and in order; some belong to events that are not for players. */
const ascending = (events: readonly LiveEvent[]) =>
  [...new Set(numbers(events))].sort((one, other) => one - other);

describe('a stock client that passes the cursor back', () => {
  let engine: Awaited<ReturnType<typeof openEngine>>;
  beforeAll(async () => {
    engine = await openEngine();
  });
  afterAll(() => engine.close());

  it.each(CLIENTS)(
    'of %s gets every event once though its connections are cut again and again',
    async (_name, watch) => {
      const proxy = await startSeveringProxy(engine.url, { bytes: 4_000 });
      const sessionId = await begin(engine.url);
      const { events, stop } = watch(proxy.url, sessionId);
      const { say } = await narrator(engine, sessionId);
      const words = Array.from({ length: 80 }, (_, at) => `word ${at} `);
      await say(words);
      await expect.poll(() => events.at(-1)?.text, SOON).toBe(words.at(-1));
      stop();

      expect(numbers(events)).toEqual(ascending(events));
      expect(events.flatMap(({ text }) => text ?? []).slice(-80)).toEqual(words);
      expect(proxy.severed()).toBeGreaterThan(2);
      await proxy.close();
    },
    120_000,
  );
});

it.each(['killed', 'stopped'] as const)(
  'lets stock clients go on exactly once after the server was %s in the middle of a turn',
  async (end) => {
    const data = temporaryFolder();
    const packs = join(data.path, 'packs');
    writeGuidePack(packs);
    const environment = {
      SCENEWRIGHT_DATA: join(data.path, 'data'),
      SCENEWRIGHT_PACKS: packs,
      OFFLINE_WORDS_PER_SECOND: '60',
    };
    const first = await startServerProcess(environment);
    const sessionId = await begin(first.url);
    const watching = CLIENTS.map(([, watch]) => watch(first.url, sessionId));
    await takeTurn(first.url, sessionId, { actionId: 'cut short', wait: false });
    for (const { events } of watching) {
      const told = events.length;
      await expect.poll(() => events.slice(told).some(({ text }) => text !== undefined), SOON).toBe(true);
    }
    await (end === 'killed' ? first.kill() : first.stop());

    const restarted = { ...environment, OFFLINE_WORDS_PER_SECOND: '0', PORT: new URL(first.url).port };
    const second = await startServerProcess(restarted);
    await takeTurn(second.url, sessionId, { actionId: 'the next' });
    const fresh = bySse(second.url, sessionId);
    const isDone = ({ __typename }: LiveEvent) => __typename === 'TurnCommitted';
    await expect.poll(() => fresh.events.filter(isDone).length, SOON).toBeGreaterThanOrEqual(2);
    for (const { events, stop } of watching) {
      await expect.poll(() => events.length, SOON).toBe(fresh.events.length);
      stop();
      // The store tells a newcomer the same, piece by piece.
      expect(events).toEqual(fresh.events);
      expect(numbers(events)).toEqual(ascending(events));
    }
    fresh.stop();
    await second.stop();
    data.remove();
  },
  400_000,
);
