import { expect, it } from 'vitest';
import { createEventLog, type EventLog } from '#engine/live/event-log.ts';
import { EventReader, type EventReadRequest } from '#engine/live/event-reader.ts';
import type { LiveEvent } from '#engine/live/live-event.ts';
import { createMemoryWakeBus } from '#engine/live/wake-bus.ts';
import { deltaRow, rowsInMemory, SESSION } from '../../support/event-rows.ts';

function openLog() {
  const stored = rowsInMemory();
  const log = createEventLog(stored, createMemoryWakeBus());
  const write = (from: number, to: number, announce = true) => {
    const rows = Array.from({ length: to - from + 1 }, (_, i) => deltaRow(from + i));
    stored.rows.push(...rows);
    if (announce) log.announce(rows);
  };
  return { stored, log, write };
}

/** Iterates over a session's events from a position in its log on, for as long as they are pulled. */
function followEvents(log: EventLog, request: EventReadRequest): AsyncIterableIterator<LiveEvent> {
  const reader = new EventReader(log, request);
  const events = readBatches(reader);
  return {
    next: () => events.next(),
    return: async () => {
      reader.stop();
      return events.return(undefined);
    },
    throw: async (error) => {
      reader.stop();
      return events.throw(error);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

async function* readBatches(reader: EventReader): AsyncGenerator<LiveEvent, undefined> {
  try {
    for (;;) {
      const batch = await reader.next();
      if (batch === null) return;
      yield* batch;
    }
  } finally {
    reader.stop();
  }
}

async function take(events: AsyncIterator<LiveEvent>, count: number): Promise<number[]> {
  const taken: number[] = [];
  while (taken.length < count) {
    const { value, done } = await events.next();
    if (done === true) break;
    taken.push(value.sequence);
  }
  return taken;
}

it('tells what happened before it came, then what happens, each once and in order', async () => {
  const { log, write } = openLog();
  write(1, 3);
  const events = followEvents(log, { sessionId: SESSION, after: 0, audience: 'player' });

  expect(await take(events, 3)).toEqual([1, 2, 3]);
  const next = take(events, 2);
  write(4, 5);
  expect(await next).toEqual([4, 5]);
});

it('goes on exactly after the number it is given', async () => {
  const { log, write } = openLog();
  write(1, 10);

  expect(await take(followEvents(log, { sessionId: SESSION, after: 7, audience: 'player' }), 3)).toEqual([
    8, 9, 10,
  ]);
});

it('misses nothing that is written between looking and waiting', async () => {
  const { log, write, stored } = openLog();
  const events = followEvents(log, { sessionId: SESSION, after: 0, audience: 'player' });
  const first = take(events, 1);
  await Promise.resolve();
  write(1, 1);

  expect(await first).toEqual([1]);
  expect(stored.asked.times).toBeLessThan(3);
});

it('lets a reader that stops reading fall behind without keeping anything for it or holding up others', async () => {
  const { log, write, stored } = openLog();
  const stalled = followEvents(log, { sessionId: SESSION, after: 0, audience: 'player' });
  const eager = followEvents(log, { sessionId: SESSION, after: 0, audience: 'player' });
  write(1, 1);
  await stalled.next();
  const all = take(eager, 5_000);
  for (let at = 2; at <= 5_000; at += 1) {
    write(at, at);
    if (at % 50 === 0) await new Promise(setImmediate);
  }

  expect(await all).toHaveLength(5_000);
  const asked = stored.asked.times;
  expect(await take(stalled, 4_999)).toEqual(Array.from({ length: 4_999 }, (_, i) => i + 2));
  expect(stored.asked.times).toBeGreaterThan(asked);
});

it('keeps from players what is the game master’s, and moves on past it', async () => {
  const { log, stored } = openLog();
  stored.rows.push(deltaRow(1), deltaRow(2, SESSION, 'gm'), deltaRow(3));

  expect(await take(followEvents(log, { sessionId: SESSION, after: 0, audience: 'player' }), 2)).toEqual([
    1, 3,
  ]);
  expect(await take(followEvents(log, { sessionId: SESSION, after: 0, audience: 'gm' }), 3)).toEqual([
    1, 2, 3,
  ]);
});

it('ends at once when it is told to, also while it waits', async () => {
  const { log } = openLog();
  const events = followEvents(log, { sessionId: SESSION, after: 0, audience: 'player' });
  const waiting = events.next();
  await events.return?.();

  expect(await waiting).toEqual({ value: undefined, done: true });
  expect(await events.next()).toEqual({ value: undefined, done: true });
});

it('finds what another server wrote and never announced here', async () => {
  const { log, write } = openLog();
  write(1, 3);
  const events = followEvents(log, { sessionId: SESSION, after: 0, audience: 'player' });
  expect(await take(events, 3)).toEqual([1, 2, 3]);
  write(4, 5, false);

  expect((await log.after(SESSION, 3, 10)).map(({ sequence }) => sequence)).toEqual([4, 5]);
});

it('loses nothing when announcements come in the wrong order', async () => {
  const { log, stored } = openLog();
  stored.rows.push(deltaRow(1), deltaRow(2), deltaRow(3));
  log.announce([deltaRow(1), deltaRow(3)]);
  log.announce([deltaRow(2)]);

  expect(await take(followEvents(log, { sessionId: SESSION, after: 0, audience: 'player' }), 3)).toEqual([
    1, 2, 3,
  ]);
});
