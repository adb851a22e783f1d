import { expect, it } from 'vitest';
import { timeAskedFor } from '#engine/turn/time-asked-for.ts';

const HOUR = 60;
const DAY = 24 * HOUR;

it.each([
  ['I wait for ten minutes.', 10],
  ['I sleep until morning.', 8 * HOUR],
  ['We rest for the night.', 8 * HOUR],
  ['I wait twenty days.', 20 * DAY],
  ['I stay for 3 weeks and keep my head down.', 21 * DAY],
  ['I spend a couple of months in the library.', 61 * DAY],
  ['I sleep through the winter.', 90 * DAY],
  ['I wait ten years.', 3_650 * DAY],
  ['We sail to Genoa.', 14 * DAY],
  ['Skip ahead to the hearing.', 7 * DAY],
  ['I live there for the next year.', 365 * DAY],
])('leaves room for the time that is to pass: %s', (words, minutes) => {
  expect(timeAskedFor(words)).toBeGreaterThanOrEqual(minutes);
});

it.each([
  'I look at the ledger.',
  'I wait for a moment.',
  'How long would I have to wait? Ten years?',
  '“I waited ten years,” I say.',
  'I ask about the ten years of war.',
  '',
])('leaves none where nobody asks for it: %s', (words) => {
  expect(timeAskedFor(words)).toBe(0);
});
