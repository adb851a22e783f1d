import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  addMicroseconds,
  compareWorldTimes,
  countMinutes,
  MICROSECONDS_PER_DAY,
} from '#engine/util/world-time.ts';

const time = fc.record({
  day: fc.integer({ min: -1_000_000, max: 1_000_000 }),
  microsecond: fc.integer({ min: 0, max: MICROSECONDS_PER_DAY - 1 }),
});

it('passes midnight in both directions', () => {
  const lastMoment = { day: 4, microsecond: MICROSECONDS_PER_DAY - 1 };

  expect(addMicroseconds(lastMoment, 1)).toEqual({ day: 5, microsecond: 0 });
  expect(addMicroseconds({ day: 5, microsecond: 0 }, -1)).toEqual(lastMoment);
});

it('comes back from wherever it went', () => {
  fc.assert(
    fc.property(time, fc.integer({ min: -1e12, max: 1e12 }), (from, microseconds) => {
      const to = addMicroseconds(from, microseconds);
      expect(addMicroseconds(to, -microseconds)).toEqual(from);
      expect(Math.sign(compareWorldTimes(to, from))).toBe(Math.sign(microseconds));
      expect(countMinutes(from, to)).toBeCloseTo(microseconds / 60_000_000, 3);
    }),
  );
});
