import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getTimeOfDay } from '#engine/rules/calendar.ts';
import {
  advanceWorldTime,
  clampCost,
  mergeTimeCosts,
  PUBLISHED_TIME_COSTS,
  TimeCostsData,
  validateWorldTime,
} from '#engine/rules/elapsed-time.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { addMicroseconds, compareWorldTimes, MICROSECONDS_PER_DAY } from '#engine/util/world-time.ts';

const SECOND = 1_000_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

describe('the time of day', () => {
  it.each([
    ...[0, 1, 2, 3, 4].map((hour) => [hour, 'Deep Night'] as const),
    ...[5, 6].map((hour) => [hour, 'Dawn'] as const),
    ...[7, 8, 9, 10, 11].map((hour) => [hour, 'Morning'] as const),
    ...[12, 13].map((hour) => [hour, 'Midday'] as const),
    ...[14, 15, 16, 17].map((hour) => [hour, 'Afternoon'] as const),
    ...[18, 19].map((hour) => [hour, 'Evening'] as const),
    ...[20, 21, 22, 23].map((hour) => [hour, 'Night'] as const),
  ])('at %i hours is %s', (hour, name) => {
    expect(getTimeOfDay(hour)).toBe(name);
  });

  it.each([-1, 24, 4.5])('refuses to name an hour no clock shows: %d', (hour) => {
    expect(() => getTimeOfDay(hour)).toThrow(RangeError);
  });
});

describe('a cost of time', () => {
  it.each([
    ['think', 1, 1],
    ['quick_action', 10 * SECOND, 30 * SECOND],
    ['combat_round', 6 * SECOND, 6 * SECOND],
    ['brief_dialogue', MINUTE, 5 * MINUTE],
    ['scene_transition', 5 * MINUTE, 15 * MINUTE],
    ['investigation', 10 * MINUTE, 30 * MINUTE],
    ['short_rest', HOUR, HOUR],
    ['long_rest', 8 * HOUR, 8 * HOUR],
  ])('of %s lies between %i and %i microseconds', (kind, least, most) => {
    expect(clampCost(kind, 0)).toEqual({ microseconds: least, change: 'raised' });
    expect(clampCost(kind, least)).toEqual({ microseconds: least, change: 'none' });
    expect(clampCost(kind, most)).toEqual({ microseconds: most, change: 'none' });
    expect(clampCost(kind, most + 1)).toEqual({ microseconds: most, change: 'lowered' });
    expect(clampCost(kind, null)).toEqual({ microseconds: least, change: 'none' });
  });

  it('is published for nothing else', () => {
    expect(Object.keys(PUBLISHED_TIME_COSTS)).toHaveLength(8);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -5, 90.4 * SECOND + 0.25])(
    'is a whole number within its range whatever is proposed: %d',
    (proposed) => {
      const cost = clampCost('brief_dialogue', proposed);
      if (isRejection(cost)) throw new Error(cost.reason);

      expect(Number.isSafeInteger(cost.microseconds)).toBe(true);
      expect(cost.microseconds).toBeGreaterThanOrEqual(MINUTE);
      expect(cost.microseconds).toBeLessThanOrEqual(5 * MINUTE);
    },
  );

  it('counts what is done several times over', () => {
    expect(clampCost('combat_round', null, { count: 3 })).toEqual({
      microseconds: 18 * SECOND,
      change: 'none',
    });
    expect(clampCost('combat_round', 1, { count: 0 })).toMatchObject({ rejected: 'not-a-count' });
  });

  it('can be changed and added to by a ruleset', () => {
    const own = TimeCostsData.parse({
      brief_dialogue: { from: 30, to: 60, unit: 'seconds' },
      one_move: { from: 1, to: 1, unit: 'minutes' },
    });
    const costs = mergeTimeCosts(own);

    expect(clampCost('brief_dialogue', HOUR, { costs })).toEqual({ microseconds: MINUTE, change: 'lowered' });
    expect(clampCost('one_move', null, { costs })).toEqual({ microseconds: MINUTE, change: 'none' });
    expect(clampCost('short_rest', null, { costs })).toEqual({ microseconds: HOUR, change: 'none' });
  });

  it.each(['breif_dialogue', 'toString', 'travel'])('refuses the unknown kind %s', (kind) => {
    expect(clampCost(kind, 1)).toMatchObject({ rejected: 'unknown-time-cost', path: ['kind'] });
  });

  it.each([
    [{ talk: { from: 5, to: 1, unit: 'minutes' } }],
    [{ talk: { from: 0, to: 1, unit: 'minutes' } }],
    [{ talk: { from: 1, to: 1, unit: 'moons' } }],
    [{ 'Loud Talk': { from: 1, to: 1, unit: 'minutes' } }],
  ])('refuses the ruleset data %j', (data) => {
    expect(TimeCostsData.safeParse(data).success).toBe(false);
  });
});

describe('the passing of time', () => {
  const now = { day: 3, microsecond: MICROSECONDS_PER_DAY - 1 };
  const player = { god: false };
  const god = { god: true };

  it('carries over midnight', () => {
    expect(advanceWorldTime(now, 1, player)).toEqual({ day: 4, microsecond: 0 });
    expect(advanceWorldTime(now, 30 * 24 * HOUR, player)).toEqual({ day: 33, microsecond: now.microsecond });
  });

  it.each([0, -1, -MICROSECONDS_PER_DAY])(
    'refuses a player %i microseconds and allows GOD',
    (microseconds) => {
      expect(advanceWorldTime(now, microseconds, player)).toMatchObject({ rejected: 'time-runs-forward' });
      expect(advanceWorldTime(now, microseconds, god)).toEqual(addMicroseconds(now, microseconds));
    },
  );

  it.each([Number.NaN, 0.5, Number.POSITIVE_INFINITY, 2 ** 53])(
    'refuses %d microseconds to everybody',
    (value) => {
      expect(advanceWorldTime(now, value, god)).toMatchObject({ rejected: 'not-a-duration' });
    },
  );

  it('reaches a later moment, and an earlier one only for GOD', () => {
    const later = { day: 4, microsecond: 0 };

    expect(validateWorldTime(now, later, player)).toEqual(later);
    expect(validateWorldTime(later, now, player)).toMatchObject({
      rejected: 'time-runs-forward',
      path: ['time'],
    });
    expect(validateWorldTime(now, now, player)).toMatchObject({ rejected: 'time-runs-forward' });
    expect(validateWorldTime(later, now, god)).toEqual(now);
  });

  it('never goes back, however many steps are taken', () => {
    const step = fc.integer({ min: -1000, max: 2 ** 50 });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 50 }), (steps) => {
        let time = { day: 0, microsecond: 0 };
        for (const microseconds of steps) {
          const next = advanceWorldTime(time, microseconds, player);
          if (isRejection(next)) expect(microseconds).toBeLessThanOrEqual(0);
          else {
            expect(compareWorldTimes(next, time)).toBeGreaterThan(0);
            time = next;
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
