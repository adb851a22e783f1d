import { expect, it } from 'vitest';
import { CalendarChoice, resolveCalendar } from '#engine/rules/calendar-choice.ts';
import { harptos } from '#engine/rules/time/built-in-calendars.ts';
import { CalendarData } from '#engine/rules/time/calendar-data.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { shire, shireData, vigil, vigilData } from './authored-calendars.ts';

const smallest = { name: 'Plain', months: [{ name: 'Moon', days: 28 }], eras: [{ name: 'Year' }] };

const leapMoon = { months: [{ name: 'Moon', days: 28, leap_days: 1 }] };

const problemsOf = (data: unknown) =>
  CalendarData.safeParse(data).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ??
  [];

it('accepts a single month and an era', () => {
  const calendar = resolveCalendar(CalendarChoice.parse(smallest));

  expect(calendar.format({ day: 27, microsecond: 0 }, 'header')).toBe('1 Year, Moon 28, 00:00:00');
  expect(calendar.format({ day: 28, microsecond: 0 }, 'long')).toBe('1 Moon 2 Year, 00:00:00 (Deep Night)');
});

it('opens the year with a festival that follows no month', () => {
  const calendar = shire();

  expect(calendar.format({ day: 0, microsecond: 0 }, 'header')).toBe('1 SR, Second Yule, 00:00:00');
  expect(calendar.format({ day: -1, microsecond: 0 }, 'header')).toBe('1 Before, First Yule, 00:00:00');
});

it('lets the week pass over festival days', () => {
  const calendar = shire();
  const weekdays = ['30 Forelithe 3 SR', 'Lithe Eve, 3 SR', '1 Afterlithe 3 SR', '2 Afterlithe 3 SR'].map(
    (text) => {
      const moment = calendar.parse(text);
      return isRejection(moment) ? moment.reason : calendar.partsOf(moment).weekday;
    },
  );

  expect(weekdays).toEqual(['Trewsday', null, 'Sterday', 'Sunday']);
});

it('starts every year of a whole number of weeks on the same weekday, leap years and festivals included', () => {
  const calendar = shire();
  const opening = [-7, 1, 4, 5, 100, 101, 400, 1420].map((year) => {
    const moment = calendar.momentOf({
      ...(year < 0 ? { year: -year, era: 'Before' } : { year }),
      month: 1,
      day: 1,
    });
    return isRejection(moment) ? moment.reason : calendar.partsOf(moment).weekday;
  });

  expect(new Set(opening)).toEqual(new Set(['Sterday']));
});

it('skips leap years by its own rule', () => {
  const calendar = shire();

  expect(isRejection(calendar.parse('Overlithe, 96 SR'))).toBe(false);
  expect(calendar.parse('Overlithe, 100 SR')).toMatchObject({ rejected: 'festival-not-held' });
});

it('speaks the years of several ages', () => {
  const calendar = vigil();
  const header = (text: string) => {
    const moment = calendar.parse(text);
    return isRejection(moment) ? moment.reason : calendar.format(moment, 'header');
  };

  expect(calendar.format({ day: 12, microsecond: 0 }, 'header')).toBe('1 Age of Rain, Seed 1, 00:00:00');
  expect(calendar.format({ day: 11, microsecond: 0 }, 'header')).toBe(
    '300 Age of Glass, Long Night 5, 00:00:00',
  );
  expect(header('99 Age of Dust, Sun 88')).toBe('99 Age of Dust, Sun 88, 00:00:00');
  expect(header('-5 Age of Dust, Sun 1')).toBe('-5 Age of Dust, Sun 1, 00:00:00');
  expect(header('301 Age of Glass, Sun 1')).toBe('Age of Glass ended with its year 300, before 301');
  expect(header('100 Age of Dust, Sun 1')).toBe('Age of Dust ended with its year 99, before 100');
  expect(header('0 AR, Sun 1')).toBe('years Age of Rain start at 1, so there is no year 0 Age of Rain');
});

it('follows a leap pattern written year by year', () => {
  const calendar = vigil();
  const leap = Array.from({ length: 60 }, (_, index) => index + 1).filter((year) => {
    return !isRejection(calendar.momentOf({ year, era: 'Age of Dust', month: 'Sun', day: 90 }));
  });
  const { leap: pattern } = vigilData().leap_years;

  expect(leap).toEqual([...pattern, ...pattern.map((year) => year + 30)]);
});

it.each([
  [
    'an unknown month',
    { festivals: [{ name: 'Feast', after: 'Mon' }] },
    'festivals.0.after: no month is called Mon; did you mean Moon?',
  ],
  ['a name used twice', { festivals: [{ name: 'moon' }] }, 'festivals.0: the name moon is already taken'],
  [
    'an era named twice',
    { eras: [{ name: 'A' }, { name: 'a', from_year: 3 }] },
    'eras.1: the name a is already taken',
  ],
  [
    'a leap festival without a rule',
    { festivals: [{ name: 'F', leap_years_only: true }] },
    'leap_years to say which years',
  ],
  [
    'leap days without a rule',
    { months: [{ name: 'M', days: 3, leap_days: 1 }] },
    'months.0.leap_days: leap days need',
  ],
  ['a leap rule that adds nothing', { leap_years: { every: 4 } }, 'leap_years: no month has leap_days'],
  [
    'an endless leap rule',
    { ...leapMoon, leap_years: { every: 9973, except_every: 9967 } },
    'repeat within 10000 years',
  ],
  ['a leap year beyond its cycle', { ...leapMoon, leap_years: { cycle: 3, leap: [4] } }, 'from 1 to 3'],
  [
    'an exception to nothing',
    { ...leapMoon, leap_years: { every: 4, unless_every: 8 } },
    'write except_every too',
  ],
  [
    'an unknown first weekday',
    { week: { days: ['Onesday', 'Twosday'], first: 'Onsday' } },
    'did you mean Onesday?',
  ],
  ['a weekday named twice', { week: { days: ['Day', 'day'] } }, 'two weekdays have the same name'],
  [
    'a first era with a beginning',
    { eras: [{ name: 'A', from_year: 1 }] },
    'eras.0.from_year: the first era has no beginning',
  ],
  ['a countdown to nothing', { eras: [{ name: 'A', counts: 'down' }] }, 'eras.0.counts: no era follows'],
  [
    'a later era that counts down',
    { eras: [{ name: 'A' }, { name: 'B', counts: 'down', from_year: 2 }] },
    'eras.1.counts: only',
  ],
  [
    'an era without a beginning',
    { eras: [{ name: 'A' }, { name: 'B' }] },
    'eras.1.from_year: say in which year',
  ],
  [
    'eras out of order',
    { eras: [{ name: 'A' }, { name: 'B', from_year: 9 }, { name: 'C', from_year: 9 }] },
    'later than 9',
  ],
  ['a name with digits', { months: [{ name: 'Moon 1', days: 3 }] }, 'has no digits'],
  ['a month of no days', { months: [{ name: 'Moon', days: 0 }] }, 'months.0.days'],
  ['a field nobody knows', { moons: 3 }, 'moons'],
])('refuses %s and says where and what to write', (_case, change, message) => {
  const problems = problemsOf({ ...smallest, ...change });

  expect(problems.join('\n')).toContain(message);
});

it('reports every problem of a file at once', () => {
  const broken = {
    ...smallest,
    festivals: [{ name: 'F', after: 'X', leap_years_only: true }],
    eras: [{ name: 'A', from_year: 1 }],
  };

  expect(problemsOf(broken)).toHaveLength(3);
});

it('gives the built-in calendars by name', () => {
  expect(resolveCalendar(CalendarChoice.parse('harptos'))).toBe(harptos);
  expect(
    ['gregorian', 'julian', 'gregorian_1582', 'gregorian_1752'].map(
      (name) => resolveCalendar(CalendarChoice.parse(name)).name,
    ),
  ).toEqual(['Gregorian', 'Julian', 'Gregorian of 1582', 'Gregorian of 1752']);
  expect(CalendarChoice.safeParse('mayan').error?.issues).toMatchObject([
    { message: expect.stringContaining('one of gregorian, julian') },
  ]);
});

it('keeps the authored examples valid', () => {
  expect([problemsOf(shireData()), problemsOf(vigilData())]).toEqual([[], []]);
});
