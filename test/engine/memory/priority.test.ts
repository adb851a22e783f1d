import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computePriority } from '#engine/memory/recall.ts';
import { addMicroseconds } from '#engine/util/world-time.ts';

const MINUTE = 60_000_000;
const seen = { day: 0, microsecond: 0 };
const minutesLater = (minutes: number) => addMicroseconds(seen, minutes * MINUTE);

it.each([
  [0, 1],
  [1, 1.15],
  [2, 1.3],
  [3, 1.45],
  [4, 1.45],
  [100, 1.45],
])('multiplies %i reinforcements by %d', (count, expected) => {
  const memory = { importance: 1, observedAt: seen, reinforcementCount: count };

  expect(computePriority(memory, seen, 0.01).priority).toBeCloseTo(expected, 12);
});

it.each([
  [3, 0, 0, 0.01, 3],
  [3, 100, 0, 0.01, 3 * Math.exp(-1)],
  [5, 60, 2, 0.001, 5 * Math.exp(-0.06) * 1.3],
  [1, 10_080, 3, 0.0001, Math.exp(-1.008) * 1.45],
  [4, 1_000_000, 1, 0, 4 * 1.15],
])(
  'weighs importance %i after %i minutes with %i reinforcements at lambda %d',
  (importance, age, reinforcementCount, lambda, expected) => {
    const memory = { importance, observedAt: seen, reinforcementCount };

    expect(computePriority(memory, minutesLater(age), lambda).priority).toBeCloseTo(expected, 12);
    expect(computePriority(memory, minutesLater(age), lambda).decayWeight).toBeCloseTo(
      Math.exp(-lambda * age),
      12,
    );
  },
);

it('halves a memory in the time the ruleset gives it, whatever the player\u2019s clock says', () => {
  const lambda = Math.LN2 / (7 * 24 * 60);
  const memory = { importance: 4, observedAt: seen, reinforcementCount: 0 };

  expect(computePriority(memory, { day: 7, microsecond: 0 }, lambda).priority).toBeCloseTo(2, 12);
  expect(computePriority(memory, { day: 14, microsecond: 0 }, lambda).priority).toBeCloseTo(1, 12);
});

it('takes a memory from a future that GOD undid as fresh', () => {
  const memory = { importance: 2, observedAt: { day: 9, microsecond: 0 }, reinforcementCount: 0 };

  expect(computePriority(memory, seen, 0.5)).toEqual({ decayWeight: 1, priority: 2 });
});

describe('for any memory', () => {
  const memory = fc.record({
    importance: fc.integer({ min: 1, max: 5 }),
    observedAt: fc.constant(seen),
    reinforcementCount: fc.nat(10),
  });
  const lambda = fc.double({ min: 0, max: 0.1, noNaN: true });

  it('never rises with time, and stays between 0 and what it was at first', () => {
    fc.assert(
      fc.property(memory, lambda, fc.nat(1e6), fc.nat(1e6), (each, rate, first, more) => {
        const earlier = computePriority(each, minutesLater(first), rate).priority;
        const later = computePriority(each, minutesLater(first + more), rate).priority;
        expect(later).toBeLessThanOrEqual(earlier);
        expect(later).toBeGreaterThanOrEqual(0);
        expect(earlier).toBeLessThanOrEqual(each.importance * 1.45);
      }),
    );
  });

  it('never falls with repetition or importance', () => {
    fc.assert(
      fc.property(memory, lambda, fc.nat(1e5), (each, rate, age) => {
        const { priority } = computePriority(each, minutesLater(age), rate);
        const repeated = { ...each, reinforcementCount: each.reinforcementCount + 1 };
        expect(computePriority(repeated, minutesLater(age), rate).priority).toBeGreaterThanOrEqual(priority);
        expect(
          computePriority({ ...each, importance: each.importance + 1 }, minutesLater(age), rate).priority,
        ).toBeGreaterThanOrEqual(priority);
      }),
    );
  });
});
