import { expect, it } from 'vitest';
import type { Calendar } from '#engine/rules/calendar.ts';
import { gregorian, gregorian1582, gregorian1752, julian } from '#engine/rules/time/built-in-calendars.ts';
import { isRejection } from '#engine/util/rejection.ts';

/** The day of the world on which the Julian day count of the astronomers stands at 0. */
const FIRST_JULIAN_DAY = -1_721_426;

function read(calendar: Calendar, text: string) {
  const moment = calendar.parse(text);
  if (isRejection(moment)) throw new Error(moment.reason);
  return { moment, parts: calendar.partsOf(moment) };
}

it.each([
  ['1430-01-01', 'Sunday', 'New Year of 1430'],
  ['1431-05-30', 'Wednesday', 'Joan of Arc dies at Rouen'],
  ['1431-07-01', 'Sunday', 'La Higueruela'],
  ['1066-10-14', 'Saturday', 'Hastings'],
  ['1212-07-16', 'Monday', 'Las Navas de Tolosa'],
  ['1215-06-15', 'Monday', 'Magna Carta is sealed'],
  ['1415-10-25', 'Friday', 'Agincourt'],
  ['1453-05-29', 'Tuesday', 'Constantinople falls'],
  ['1492-01-02', 'Monday', 'Granada surrenders'],
  ['1492-10-12', 'Friday', 'landfall in the Bahamas'],
  ['1582-10-04', 'Thursday', 'the last Julian day in Castile'],
  ['1500-02-29', 'Saturday', 'a leap day the Gregorian calendar lacks'],
])('knows that Julian %s was a %s (%s)', (text, weekday) => {
  expect(read(julian, text).parts.weekday).toBe(weekday);
});

it.each([
  ['1582-10-15', 'Friday', 'the first Gregorian day'],
  ['1776-07-04', 'Thursday', 'Philadelphia'],
  ['1789-07-14', 'Tuesday', 'the Bastille'],
  ['1815-06-18', 'Sunday', 'Waterloo'],
  ['1900-03-01', 'Thursday', 'after a February of 28 days'],
  ['1914-06-28', 'Sunday', 'Sarajevo'],
  ['1945-05-08', 'Tuesday', 'victory in Europe'],
  ['1969-07-20', 'Sunday', 'the Moon'],
  ['2000-02-29', 'Tuesday', 'a century that keeps its leap day'],
  ['2024-02-29', 'Thursday', 'an ordinary leap day'],
])('knows that Gregorian %s was a %s (%s)', (text, weekday) => {
  expect(read(gregorian, text).parts.weekday).toBe(weekday);
});

it.each([
  [julian, '-4712-01-01', 0],
  [gregorian, '-4713-11-24', 0],
  [julian, '-0043-03-15', 1_705_426],
  [gregorian, '0001-01-01', 1_721_426],
  [julian, '0001-01-01', 1_721_424],
  [julian, '1582-10-04', 2_299_160],
  [gregorian, '1582-10-15', 2_299_161],
  [gregorian, '1858-11-17', 2_400_001],
  [gregorian, '2000-01-01', 2_451_545],
])('agrees with the Julian day number astronomers give %#', (calendar, text, julianDay) => {
  expect(read(calendar, text).moment.day - FIRST_JULIAN_DAY).toBe(julianDay);
});

it.each([
  [gregorian1582, '1582-10-04', '1582-10-15', 'Thursday', 'Friday'],
  [gregorian1752, '1752-09-02', '1752-09-14', 'Wednesday', 'Thursday'],
])('follows the last Julian day with the first Gregorian one %#', (calendar, last, first, ...weekdays) => {
  const before = read(calendar, last);
  const after = read(calendar, first);

  expect(after.moment.day - before.moment.day).toBe(1);
  expect([before.parts.weekday, after.parts.weekday]).toEqual(weekdays);
  expect(calendar.format({ day: before.moment.day + 1, microsecond: 0 }, 'date')).toBe(first);
});

it.each(['1582-10-05', '1582-10-10', '1582-10-14'])(
  'refuses %s, which the change of calendar left out',
  (text) => {
    expect(gregorian1582.parse(text)).toMatchObject({
      rejected: 'no-such-day',
      reason: expect.stringContaining('4 October 1582 AD was followed by 15 October 1582 AD'),
    });
  },
);

it('keeps the Julian leap day of 1500 and drops that of 1700 when the calendar changes between them', () => {
  expect(isRejection(gregorian1582.parse('1500-02-29'))).toBe(false);
  expect(gregorian1582.parse('1700-02-29')).toMatchObject({ rejected: 'no-such-day' });
  expect(isRejection(gregorian1752.parse('1700-02-29'))).toBe(false);
});

it('goes from 1 BC to AD 1 without a year 0', () => {
  const { moment } = read(gregorian, '31 December 1 BC');

  expect(gregorian.format({ day: moment.day + 1, microsecond: 0 }, 'long')).toContain('1 January 1 AD');
  expect(gregorian.momentOf({ year: 0, month: 1, day: 1 })).toMatchObject({
    rejected: 'year-out-of-range',
    reason: expect.stringContaining('1 BC comes right before 1 AD'),
  });
  expect(gregorian.momentOf({ year: -44, month: 3, day: 15 })).toMatchObject({
    rejected: 'year-out-of-range',
  });
});

it('counts 1 BC as a leap year, because it is year 0 of the unbroken count', () => {
  expect(read(julian, '29 February 1 BC').moment).toEqual(read(julian, '0000-02-29').moment);
  expect(gregorian.parse('29 February 2 BC')).toMatchObject({ rejected: 'no-such-day' });
});

it('reads one moment in both calendars of a world', () => {
  const { moment } = read(julian, '1430-01-01');

  expect(gregorian.format(moment, 'long')).toContain('Sunday, 10 January 1430 AD');
});
