import { expect, it } from 'vitest';
import { EventRingBuffer } from '#engine/live/event-log.ts';
import { deltaRow, SESSION } from '../../../support/event-rows.ts';

const rows = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => deltaRow(from + i));
const numbers = (found: readonly { sequence: number }[] | null) =>
  found?.map(({ sequence }) => sequence) ?? null;

it('gives what comes after a number', () => {
  const ring = new EventRingBuffer();
  ring.add(rows(1, 5));

  expect(numbers(ring.after(SESSION, 2, 2))).toEqual([3, 4]);
  expect(numbers(ring.after(SESSION, 5, 10))).toEqual([]);
});

it.each([
  ['a session it has never seen', 'another', 0],
  ['events from before its first', SESSION, 3],
  ['a place that is not reached yet', SESSION, 99],
])('does not pretend to know %s', (_case, sessionId, after) => {
  const ring = new EventRingBuffer();
  ring.add(rows(10, 12));

  expect(ring.after(sessionId, after, 10)).toBeNull();
});

it('starts anew after a gap rather than hiding it', () => {
  const ring = new EventRingBuffer();
  ring.add(rows(1, 3));
  ring.add(rows(5, 6));

  expect(ring.after(SESSION, 2, 10)).toBeNull();
  expect(numbers(ring.after(SESSION, 4, 10))).toEqual([5, 6]);
});

it('forgets the oldest events and the sessions idle longest', () => {
  const ring = new EventRingBuffer();
  ring.add(rows(1, 5_000));
  expect(ring.after(SESSION, 0, 10)).toBeNull();
  expect(numbers(ring.after(SESSION, 4_998, 10))).toEqual([4_999, 5_000]);

  for (let session = 0; session < 1_000; session += 1) ring.add([deltaRow(1, `session-${session}`)]);
  expect(ring.after(SESSION, 4_998, 10)).toBeNull();
  expect(ring.after('session-0', 0, 10)).toBeNull();
  expect(ring.after('session-999', 0, 10)).toHaveLength(1);
});
