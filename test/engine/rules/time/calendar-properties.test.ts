import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Calendar, DateStyle } from '#engine/rules/calendar.ts';
import {
  gregorian,
  gregorian1582,
  gregorian1752,
  harptos,
  julian,
} from '#engine/rules/time/built-in-calendars.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { MICROSECONDS_PER_DAY, type WorldTime } from '#engine/util/world-time.ts';
import { shire, vigil } from './authored-calendars.ts';

const CALENDARS: [string, Calendar][] = [
  ['gregorian', gregorian],
  ['julian', julian],
  ['gregorian1582', gregorian1582],
  ['gregorian1752', gregorian1752],
  ['harptos', harptos],
  ['the shire', shire()],
  ['the vigil', vigil()],
];

const UNIX_EPOCH = 719_162;

const days = fc.oneof(fc.integer({ min: -3_000_000, max: 3_000_000 }), fc.integer({ min: -1e11, max: 1e11 }));
const moments: fc.Arbitrary<WorldTime> = fc.record({
  day: days,
  microsecond: fc.integer({ min: 0, max: MICROSECONDS_PER_DAY - 1 }),
});

describe.each(CALENDARS)('%s', (_name, calendar) => {
  it('finds its way back from the parts of every day near each turning point', () => {
    for (const around of [0, -1_721_426, 521_940, 577_735, 639_796, 544_600]) {
      for (let day = around - 4_500; day <= around + 4_500; day += 1) {
        const time = { day, microsecond: 43_200_000_000 };
        const back = calendar.momentOf(calendar.partsOf(time));
        if (isRejection(back) || back.day !== day) expect(back).toEqual(time);
      }
    }
  });

  it('finds its way back from the parts of any moment', () => {
    fc.assert(
      fc.property(moments, (time) => {
        expect(calendar.momentOf(calendar.partsOf(time))).toEqual(time);
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    ['iso', 1],
    ['header', 1_000_000],
    ['long', 1_000_000],
    ['date', MICROSECONDS_PER_DAY],
  ] as [DateStyle, number][])('reads what it wrote as %s', (style, precision) => {
    const nearby = fc.record({
      day: fc.integer({ min: -3_000_000, max: 3_000_000 }),
      microsecond: fc.integer({ min: 0, max: MICROSECONDS_PER_DAY - 1 }),
    });
    fc.assert(
      fc.property(nearby, (time) => {
        const rounded = { ...time, microsecond: time.microsecond - (time.microsecond % precision) };
        expect(calendar.parse(calendar.format(time, style))).toEqual(rounded);
      }),
      { numRuns: 1000 },
    );
  });

  it('moves on by one day of the month, or opens the next stretch at 1', () => {
    let before = calendar.partsOf({ day: -40_000, microsecond: 0 });
    for (let day = -39_999; day < 40_000; day += 1) {
      const today = calendar.partsOf({ day, microsecond: 0 });
      const sameStretch = today.month === before.month && today.festival === before.festival;
      if (sameStretch ? today.day !== before.day + 1 : today.day !== 1)
        expect([before, today]).toBe('consecutive');
      before = today;
    }
  });

  it('never leaves the ranges of its parts', () => {
    fc.assert(
      fc.property(moments, (time) => {
        const { hour, minute, second, microsecond, day } = calendar.partsOf(time);
        expect(day).toBeGreaterThanOrEqual(1);
        expect([hour < 24, minute < 60, second < 60, microsecond < 1e6]).toEqual([true, true, true, true]);
      }),
      { numRuns: 500 },
    );
  });
});

it('agrees with the platform on every Gregorian date it can show', () => {
  const range = fc.integer({ min: -90_000_000, max: 90_000_000 });
  fc.assert(
    fc.property(range, (sinceEpoch) => {
      const platform = new Date(sinceEpoch * 86_400_000);
      const date = gregorian.format({ day: sinceEpoch + UNIX_EPOCH, microsecond: 0 }, 'date');
      const [, year, month, day] = /^(-?\d+)-(\d+)-(\d+)$/.exec(date) ?? [];
      expect([year, month, day].map(Number)).toEqual([
        platform.getUTCFullYear(),
        platform.getUTCMonth() + 1,
        platform.getUTCDate(),
      ]);
    }),
    { numRuns: 5000 },
  );
});

it('agrees with the astronomers\u2019 formula on every Julian date', () => {
  const date = fc.record({
    year: fc.integer({ min: 1, max: 5000 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 28 }),
  });
  fc.assert(
    fc.property(date, ({ year, month, day }) => {
      const expected = julianDayNumber(year, month, day) - 1_721_426;
      expect(julian.momentOf({ year, month, day })).toEqual({ day: expected, microsecond: 0 });
    }),
    { numRuns: 3000 },
  );
});

function julianDayNumber(year: number, month: number, day: number): number {
  const [shiftedYear, shiftedMonth] = month > 2 ? [year, month] : [year - 1, month + 12];
  return Math.floor(365.25 * (shiftedYear + 4716)) + Math.floor(30.6001 * (shiftedMonth + 1)) + day - 1524;
}
