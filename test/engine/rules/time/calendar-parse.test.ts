import { expect, it } from 'vitest';
import type { Calendar } from '#engine/rules/calendar.ts';
import { gregorian, harptos, julian } from '#engine/rules/time/built-in-calendars.ts';
import { isRejection, type Rejection } from '#engine/util/rejection.ts';
import type { WorldTime } from '#engine/util/world-time.ts';
import { vigil } from './authored-calendars.ts';

const iso = (calendar: Calendar, moment: WorldTime | Rejection) =>
  isRejection(moment) ? moment : calendar.format(moment, 'iso');

it.each([
  ['1492 DR, Mirtul 10, 14:30:25', '1492-05-10T14:30:25.000000'],
  ['Timestamp: 1492 DR, Mirtul 10, 14:30', '1492-05-10T14:30:00.000000'],
  ['1492 dr, MIRTUL 10', '1492-05-10T00:00:00.000000'],
  ['1492, Mirtul 10', '1492-05-10T00:00:00.000000'],
  ['10 Mirtul 1492 DR', '1492-05-10T00:00:00.000000'],
  ['the 10th of Mirtul, 1492 DR', '1492-05-10T00:00:00.000000'],
  ['Mirtul 10, 1492 DR, 2:30 pm', '1492-05-10T14:30:00.000000'],
  ['Mirtul 10, 1492 DR, 12:15 am', '1492-05-10T00:15:00.000000'],
  ['Mirtul 10 1492', '1492-05-10T00:00:00.000000'],
  ['1492-05-10', '1492-05-10T00:00:00.000000'],
  ['1492-05-10 06:07:08.9', '1492-05-10T06:07:08.900000'],
  ['1492-05-10T06:07:08.000009', '1492-05-10T06:07:08.000009'],
  ['Tenth-day, 10 Mirtul 1492 DR, 14:30:25 (Afternoon)', '1492-05-10T14:30:25.000000'],
  ['1492 DR, Mirtul 10, Evening', '1492-05-10T18:00:00.000000'],
  ['1492 DR, Mirtul 10, deep night', '1492-05-10T00:00:00.000000'],
  ['1492 DR, Mirtul 10 night', '1492-05-10T20:00:00.000000'],
  ['Midwinter 1492 DR', '1492-MidwinterT00:00:00.000000'],
  ['The Feast of the Moon, 1492 DR, Dawn', '1492-Feast-of-the-MoonT05:00:00.000000'],
  ['1492-Feast-of-the-Moon', '1492-Feast-of-the-MoonT00:00:00.000000'],
  ['-339 DR, Ches 20', '-0339-03-20T00:00:00.000000'],
])('reads "%s" in Harptos', (text, expected) => {
  expect(iso(harptos, harptos.parse(text))).toBe(expected);
});

it.each([
  ['1430-03-15', '1430-03-15T00:00:00.000000'],
  ['15 March 44 BC', '-0043-03-15T00:00:00.000000'],
  ['44 BCE, Mar 15', '-0043-03-15T00:00:00.000000'],
  ['-0043-03-15', '-0043-03-15T00:00:00.000000'],
  ['Sunday, 1 January 1430', '1430-01-01T00:00:00.000000'],
  ['January 1, 1430 AD', '1430-01-01T00:00:00.000000'],
])('reads "%s" in the Julian calendar', (text, expected) => {
  expect(iso(julian, julian.parse(text))).toBe(expected);
});

it.each([
  ['2024-05-06', '2024-05-06T14:30:25.000001', 'keeps the clock'],
  ['6 May', '2024-05-06T14:30:25.000001', 'keeps the year and the clock'],
  ['6 May, 09:00', '2024-05-06T09:00:00.000000', 'keeps the year'],
  ['23:15', '2024-05-04T23:15:00.000000', 'keeps the date'],
  ['Evening', '2024-05-04T18:00:00.000000', 'keeps the date'],
])('reads "%s" from a moment it is given, as %s (%s)', (text, expected) => {
  const from = gregorian.parse('2024-05-04T14:30:25.000001');
  if (isRejection(from)) throw new Error(from.reason);

  expect(iso(gregorian, gregorian.parse(text, from))).toBe(expected);
});

it.each([
  [
    '1492 DR, Mirtull 10',
    'unknown-month',
    'Mirtull is no month of the Harptos calendar; did you mean Mirtul?',
  ],
  ['1492 DR, Midwintre', 'unknown-month', 'did you mean Midwinter?'],
  ['1492-Midwintre', 'unknown-festival', 'did you mean Midwinter?'],
  ['1492 DR, Brumaire 3', 'unknown-month', 'write one of Hammer, Alturiak'],
  ['1492 DR, Mirtul 31', 'no-such-day', 'there is no day 31: Mirtul 1492 DR has 30 days'],
  ['1492 DR, Mirtul 0', 'no-such-day', 'there is no day 0'],
  ['1492 DR, Midwinter 2', 'no-such-day', 'Midwinter 1492 DR lasts 1 day'],
  ['1492 DR, Mirtul', 'missing-day', 'needs its day'],
  ['1492 AD, Mirtul 3', 'unknown-era', 'no era is called AD'],
  ['Mirtul 3', 'missing-year', 'does not say which year'],
  ['1492-13-01', 'unknown-month', 'numbered from 1 to 12, not 13'],
  ['1492 DR, Mirtul 3, 24:00', 'clock-out-of-range', 'hour is a whole number from 0 to 23, not 24'],
  ['1492 DR, Mirtul 3, 10:60', 'clock-out-of-range', 'minute is a whole number from 0 to 59, not 60'],
  ['First-day, 10 Mirtul 1492', 'wrong-weekday', '10 Mirtul 1492 DR is a Tenth-day, not a First-day'],
  ['23:15', 'unreadable-date', 'write it like "1492 DR, Hammer 10, 14:30"'],
  ['some time later', 'missing-year', 'does not say which year'],
  ['12 34 56', 'unreadable-date', 'is not a date'],
  ['', 'unreadable-date', 'is not a date'],
  ['9'.repeat(300), 'unreadable-date', 'at most 200 characters'],
  ['9999999999 DR, Mirtul 3', 'year-out-of-range', 'years reach 1000000000 either way'],
])('refuses "%s" as %s and says what would be right', (text, rejected, reason) => {
  expect(harptos.parse(text)).toMatchObject({ rejected, reason: expect.stringContaining(reason) });
});

it.each([
  [{ year: 2023, month: 2, day: 29 }, 'no-such-day', ['day']],
  [{ year: 2023, month: 'Febuary', day: 1 }, 'unknown-month', ['month']],
  [{ year: 2023, month: 'May', festival: 'Midwinter', day: 1 }, 'month-and-festival', ['month']],
  [{ year: 2023, festival: 'Midwinter' }, 'unknown-festival', ['festival']],
  [{ year: 2023, day: 3 }, 'missing-month', ['month']],
  [{ year: 2023, month: 5, day: 3, second: 61 }, 'clock-out-of-range', ['second']],
  [{ year: 2023, month: 5, day: 3, microsecond: 1_000_000 }, 'clock-out-of-range', ['microsecond']],
])('refuses the parts %j as %s', (date, rejected, path) => {
  expect(gregorian.momentOf(date)).toMatchObject({ rejected, path });
});

it('does not take a festival for an hour because its name ends in night', () => {
  const calendar = vigil();

  expect(iso(calendar, calendar.parse('3 Age of Rain, Long Night 2'))).toBe(
    '0402-Long-Night-02T00:00:00.000000',
  );
  expect(calendar.parse('3 AR, Long Night')).toMatchObject({ rejected: 'missing-day' });
  expect(iso(calendar, calendar.parse('3 AR, Snow 4, night'))).toBe('0402-03-04T20:00:00.000000');
});
