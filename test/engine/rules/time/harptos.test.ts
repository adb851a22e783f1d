import { expect, it } from 'vitest';
import { harptos } from '#engine/rules/time/built-in-calendars.ts';
import { isRejection } from '#engine/util/rejection.ts';

function dayOf(text: string): number {
  const moment = harptos.parse(text);
  if (isRejection(moment)) throw new Error(moment.reason);
  return moment.day;
}

const dateOf = (day: number) => harptos.format({ day, microsecond: 0 }, 'date');

it.each([
  ['Midwinter', 'Hammer 30', 'Alturiak 1'],
  ['Greengrass', 'Tarsakh 30', 'Mirtul 1'],
  ['Highharvestide', 'Eleint 30', 'Marpenoth 1'],
  ['Feast of the Moon', 'Uktar 30', 'Nightal 1'],
])('puts %s between %s and %s', (festival, before, after) => {
  const day = dayOf(`${festival}, 1491 DR`);

  expect([day - dayOf(`1491 DR, ${before}`), dayOf(`1491 DR, ${after}`) - day]).toEqual([1, 1]);
});

it('holds Shieldmeet after Midsummer in years divisible by 4 and only then', () => {
  expect(dayOf('Eleasis 1, 1492 DR') - dayOf('Midsummer, 1492 DR')).toBe(2);
  expect(dayOf('Shieldmeet, 1492 DR') - dayOf('Midsummer, 1492 DR')).toBe(1);
  expect(dayOf('Eleasis 1, 1491 DR') - dayOf('Midsummer, 1491 DR')).toBe(1);
  expect(harptos.parse('Shieldmeet, 1491 DR')).toMatchObject({
    rejected: 'festival-not-held',
    reason: 'Shieldmeet is held only in leap years, and 1491 DR is not one',
  });
});

it.each([1491, 1492, 1493, 1494, 1495, 1496, 0, -4, -3])('gives %i DR its full number of days', (year) => {
  const length = dayOf(`${year + 1} DR, Hammer 1`) - dayOf(`${year} DR, Hammer 1`);

  expect(length).toBe(year % 4 === 0 ? 366 : 365);
});

it('counts 1,461 days in any four years', () => {
  expect(dayOf('1496 DR, Mirtul 10') - dayOf('1492 DR, Mirtul 10')).toBe(1461);
  expect(dayOf('1492 DR, Mirtul 10')).toBe(Math.floor((1491 * 1461) / 4) + 30 + 1 + 90 + 1 + 9);
});

it('starts its day count at Hammer 1 of 1 DR and runs through 0 DR into negative years', () => {
  expect(dayOf('1 DR, Hammer 1')).toBe(0);
  expect(harptos.format({ day: -1, microsecond: 0 }, 'header')).toBe('0 DR, Nightal 30, 00:00:00');
  expect(dateOf(dayOf('-339 DR, Ches 20'))).toBe('-0339-03-20');
});

it('gives the parts and the header of a date', () => {
  const moment = harptos.momentOf({ year: 1492, month: 'Mirtul', day: 10, hour: 14, minute: 30, second: 25 });
  if (isRejection(moment)) throw new Error(moment.reason);

  expect(harptos.format(moment, 'header')).toBe('1492 DR, Mirtul 10, 14:30:25');
  expect(harptos.partsOf(moment)).toEqual({
    year: 1492,
    era: 'DR',
    month: 'Mirtul',
    monthNumber: 5,
    day: 10,
    festival: null,
    weekday: 'Tenth-day',
    hour: 14,
    minute: 30,
    second: 25,
    microsecond: 0,
    timeOfDay: 'Afternoon',
  });
});

it('keeps festival days out of months and tendays', () => {
  const parts = harptos.partsOf({ day: dayOf('Midwinter, 1492 DR'), microsecond: 0 });

  expect(parts).toMatchObject({
    festival: 'Midwinter',
    month: null,
    monthNumber: null,
    day: 1,
    weekday: null,
  });
});

it.each([
  [1, 'First-day'],
  [10, 'Tenth-day'],
  [11, 'First-day'],
  [30, 'Tenth-day'],
])('opens a new tenday every ten days of a month: day %i is %s', (day, weekday) => {
  for (const month of ['Hammer', 'Alturiak', 'Eleasis']) {
    const moment = { day: dayOf(`${day} ${month} 1492 DR`), microsecond: 0 };
    expect(harptos.partsOf(moment).weekday).toBe(weekday);
  }
});

it('takes a festival written where the month belongs', () => {
  const asMonth = harptos.momentOf({ year: 1492, month: 'midwinter', day: 1, hour: 3 });

  expect(asMonth).toEqual(harptos.momentOf({ year: 1492, festival: 'Midwinter', hour: 3 }));
});

it('knows the months by their common names', () => {
  expect(dayOf('1492 DR, The Melting 10')).toBe(dayOf('1492 DR, Mirtul 10'));
  expect(dayOf('3 Deepwinter 1492')).toBe(dayOf('3 Hammer 1492'));
});
