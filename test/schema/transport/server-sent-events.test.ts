import { afterAll, beforeAll, expect, it } from 'vitest';
import { encodeCursor } from '#engine/live/cursor.ts';
import { openEngine } from '../../support/engine.ts';
import { WATCH, watchBySse, watchByWebSocket } from '../../support/graphql-clients.ts';
import { begin } from '../../support/play.ts';
import { narrator, rawId } from './narrator.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.close());

type Frame = { readonly id?: string; readonly event?: string; readonly data?: string };

/** Asks as a browser's EventSource does and reads frames until one passes the test. */
async function frames(
  sessionId: string,
  headers: Record<string, string>,
  isLast: (frame: Frame) => boolean,
  after: string | null = null,
): Promise<Frame[]> {
  const query = new URLSearchParams({ query: WATCH, variables: JSON.stringify({ sessionId, after }) });
  const response = await fetch(`${engine.url}/graphql?${query}`, {
    headers: { accept: 'text/event-stream', ...headers },
  });
  const read: Frame[] = [];
  let rest = '';
  for await (const chunk of response.body ?? []) {
    const parts = (rest + Buffer.from(chunk).toString('utf8')).split('\n\n');
    rest = parts.pop() ?? '';
    read.push(...parts.map(frameOf));
    if (read.some(isLast)) break;
  }
  return read.filter(({ event }) => event !== undefined);
}

const frameOf = (text: string): Frame =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => !line.startsWith(':'))
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );

const committed = ({ data }: Frame) => data?.includes('TurnCommitted') ?? false;

it('gives every event the cursor as its id', async () => {
  const sessionId = await begin(engine.url);
  const all = await frames(sessionId, {}, committed);

  expect(all.length).toBeGreaterThan(3);
  for (const { id, event, data } of all) {
    expect(event).toBe('next');
    expect(JSON.parse(data ?? '').data.turnEvents.cursor).toBe(id);
  }
});

it.each([
  ['without `after`', null],
  ['with the `after` it first came with', 1],
])('goes on after Last-Event-ID for a browser that comes back %s', async (_case, first) => {
  const sessionId = await begin(engine.url);
  const all = await frames(sessionId, {}, committed);
  const third = all[2]?.id ?? '';
  const after = first === null ? null : encodeCursor(rawId(sessionId), first);

  expect(await frames(sessionId, { 'last-event-id': third }, committed, after)).toEqual(all.slice(3));
});

it.each([
  ['nonsense', () => 'nonsense', 'INVALID_CURSOR'],
  ['of another session', () => encodeCursor('0'.repeat(36), 4), 'FOREIGN_CURSOR'],
  ['ahead of the session', (sessionId: string) => encodeCursor(sessionId, 4_000), 'CURSOR_AHEAD'],
] as const)(
  'refuses a cursor that is %s, by argument or by header, with a code',
  async (_case, cursor, code) => {
    const sessionId = await begin(engine.url);
    const given = cursor(rawId(sessionId));
    const isLast = ({ event }: Frame) => event === 'complete';
    const refusals = [
      ...(await frames(sessionId, {}, isLast, given)),
      ...(await frames(sessionId, { 'last-event-id': given }, isLast)),
    ].filter(({ event }) => event === 'next');

    expect(refusals.map(({ data }) => JSON.parse(data ?? '').errors[0].extensions.code)).toEqual([
      code,
      code,
    ]);
  },
);

it.each([
  ['server-sent events', watchBySse],
  ['WebSocket', watchByWebSocket],
])(
  'tells whoever watches over %s that the server goes away, and does not call the stream complete',
  async (_transport, watchBy) => {
    const leaving = await openEngine();
    const sessionId = await begin(leaving.url);
    const { say } = await narrator(leaving, sessionId);
    const watch = watchBy(leaving.url, sessionId);
    await say(['The last word.']);
    const last = await watch.until(({ text }) => text === 'The last word.');
    await leaving.events.goAway(20_000);
    const notice = await watch.until(({ __typename }) => __typename === 'ServerGoingAway');

    expect(notice).toMatchObject({ cursor: last.cursor, sequence: last.sequence, turnId: null });
    await leaving.close();
    await expect.poll(watch.ended, { timeout: 20_000 }).toBe('broken off');
  },
);
