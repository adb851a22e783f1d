import { afterEach, expect, it, vi } from 'vitest';
import { createEventLog } from '#engine/live/event-log.ts';
import { EventReader, type EventReadRequest, NoLongerAllowedError } from '#engine/live/event-reader.ts';
import { toSessionEventRow } from '#engine/live/session-event.ts';
import { createMemoryWakeBus } from '#engine/live/wake-bus.ts';
import { deltaRow, rowsInMemory, SESSION } from '../../support/event-rows.ts';

const NOON = new Date('2026-11-16T12:00:00Z');

afterEach(() => {
  vi.useRealTimers();
});

function openLog() {
  const stored = rowsInMemory();
  const time = { now: NOON };
  const log = createEventLog(stored, createMemoryWakeBus(), () => time.now);
  const write = (from: number, to: number, announce = true) => {
    const rows = Array.from({ length: to - from + 1 }, (_, i) => deltaRow(from + i));
    stored.rows.push(...rows);
    if (announce) log.announce(rows);
  };
  const close = (sequence: number) => {
    const row = { ...toSessionEventRow({ type: 'session-closed' }, NOON), sessionId: SESSION, sequence };
    stored.rows.push(row);
    log.announce([row]);
  };
  const reader = (more: Partial<EventReadRequest> = {}) =>
    new EventReader(log, { sessionId: SESSION, after: 0, audience: 'player', ...more });
  return { stored, log, write, close, reader, time };
}

const told = (events: Awaited<ReturnType<EventReader['next']>>) =>
  events?.map(({ sequence, body }) => `${sequence} ${body.type}`) ?? null;

it('tells a reader that was up to date and fell too far behind where it stands and where the end is', async () => {
  const { write, reader } = openLog();
  const slow = reader({ mostBehind: 100 });
  write(1, 2);
  await slow.next();
  write(3, 203);

  expect(await slow.next()).toMatchObject([
    { sequence: 2, body: { type: 'reader-lagged', behind: 201, newestSequence: 203 } },
  ]);
  expect(await slow.next()).toBeNull();
});

it('lets a reader that begins far behind read all of it', async () => {
  const { write, reader } = openLog();
  write(1, 500, false);
  const late = reader({ mostBehind: 100 });
  let read = 0;
  while (read < 500) read += (await late.next())?.length ?? 0;

  expect(read).toBe(500);
});

it('gives what is written before it says that the server goes away, with the place to go on from', async () => {
  const { write, reader, log } = openLog();
  const one = reader();
  write(1, 2);
  const gone = log.goAway(10_000);

  expect(told(await one.next())).toEqual(['1 narration-delta', '2 narration-delta']);
  expect(told(await one.next())).toEqual(['2 server-going-away']);
  expect(await one.next()).toBeNull();
  one.stop();
  await gone;
});

it('tells whoever waits, and whoever comes later, that the server goes away', async () => {
  const { log, reader } = openLog();
  const waiting = reader();
  const next = waiting.next();
  void log.goAway(0);

  expect(told(await next)).toEqual(['0 server-going-away']);
  expect(told(await reader().next())).toEqual(['0 server-going-away']);
});

it('does not wait for readers that do not listen when the server goes away', async () => {
  const { log, reader } = openLog();
  reader();

  await expect(log.goAway(1)).resolves.toBeUndefined();
});

it('ends with a closed session', async () => {
  const { write, close, reader } = openLog();
  write(1, 1);
  close(2);
  const one = reader();

  expect(told(await one.next())).toEqual(['1 narration-delta', '2 session-closed']);
  expect(await one.next()).toBeNull();
});

it('does not keep waiting whoever comes back after the last event of a closed session', async () => {
  const { write, close, reader } = openLog();
  write(1, 1);
  close(2);

  expect(await reader({ after: 2 }).next()).toBeNull();
});

it('asks now and then whether one may still read, and ends when one may not', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { write, reader, time } = openLog();
  let mayRead = true;
  const asked = vi.fn(async () => mayRead);
  const watched = reader({ stillAllowed: asked, askAgainMilliseconds: 10_000 });
  write(1, 1);
  await watched.next();
  expect(asked).not.toHaveBeenCalled();

  time.now = new Date(NOON.getTime() + 10_000);
  const next = watched.next();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toHaveBeenCalledTimes(1);

  mayRead = false;
  time.now = new Date(NOON.getTime() + 20_000);
  const refused = expect(next).rejects.toThrow(NoLongerAllowedError);
  await vi.advanceTimersByTimeAsync(5_000);
  await refused;
  write(2, 2);
  expect(await watched.next()).toBeNull();
});

it('finds what another server wrote within five seconds even if nobody wakes it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { write, reader } = openLog();
  write(1, 1);
  const one = reader();
  await one.next();
  const next = one.next();
  write(2, 2, false);
  await vi.advanceTimersByTimeAsync(5_000);

  expect(told(await next)).toEqual(['2 narration-delta']);
});

it('asks the store once for all readers that wait at the end of a log', async () => {
  const { write, reader, stored } = openLog();
  write(1, 3);
  const readers = Array.from({ length: 200 }, () => reader());
  await Promise.all(readers.map((one) => one.next()));
  const waiting = readers.map((one) => one.next());
  await new Promise(setImmediate);
  stored.asked.times = 0;
  for (let at = 4; at < 20; at += 1) {
    write(at, at);
    await new Promise(setImmediate);
  }
  expect(stored.asked.times).toBe(0);
  expect(told((await Promise.all(waiting))[0] ?? null)).toEqual(['4 narration-delta']);
});
