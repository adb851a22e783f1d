import type { z } from 'zod';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';
import type { Calendar } from '../calendar.ts';
import { assembleCalendar, createCalendar } from './assemble-calendar.ts';
import { CalendarData } from './calendar-data.ts';
import type { CalendarShape } from './calendar-shape.ts';
import { toEraYear } from './eras.ts';
import { createReckoning, type Reckoning } from './reckoning.ts';

type Written = z.input<typeof CalendarShape>;

/** The months the Julian and the Gregorian calendar share. */
const WESTERN_MONTHS: Written['months'] = [
  { name: 'January', also: ['Jan'], days: 31 },
  { name: 'February', also: ['Feb'], days: 28, leap_days: 1 },
  { name: 'March', also: ['Mar'], days: 31 },
  { name: 'April', also: ['Apr'], days: 30 },
  { name: 'May', days: 31 },
  { name: 'June', also: ['Jun'], days: 30 },
  { name: 'July', also: ['Jul'], days: 31 },
  { name: 'August', also: ['Aug'], days: 31 },
  { name: 'September', also: ['Sep', 'Sept'], days: 30 },
  { name: 'October', also: ['Oct'], days: 31 },
  { name: 'November', also: ['Nov'], days: 30 },
  { name: 'December', also: ['Dec'], days: 31 },
];

const WESTERN_WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** 1 BC is followed by AD 1; there is no year 0. In the unbroken count 1 BC is 0 and 44 BC is -43. */
const WESTERN_ERAS: Written['eras'] = [
  { name: 'BC', also: ['BCE'], counts: 'down' },
  { name: 'AD', also: ['CE'], from_year: 1 },
];

/** The Gregorian calendar, carried back before its introduction in 1582 (proleptic). Its day 0 is 1 January AD 1. */
const GREGORIAN = CalendarData.parse({
  name: 'Gregorian',
  months: WESTERN_MONTHS,
  leap_years: { every: 4, except_every: 100, unless_every: 400 },
  week: { days: WESTERN_WEEK, first: 'Monday' },
  eras: WESTERN_ERAS,
  epoch: { year: 1, day: 0 },
});

/**
 * The Julian calendar, in use in the West until 1582, on the same day count as the Gregorian. Every fourth year is a
 * leap year throughout; the irregular ones before AD 8 are not modelled. Years begin on 1 January as historians write
 * them, although the chanceries of the time began them on other days.
 */
const JULIAN = CalendarData.parse({
  name: 'Julian',
  months: WESTERN_MONTHS,
  leap_years: { every: 4 },
  week: { days: WESTERN_WEEK, first: 'Saturday' },
  eras: WESTERN_ERAS,
  epoch: { year: 1, day: -2 },
});

const MONTHS = [
  ['Hammer', 'Deepwinter'],
  ['Alturiak', 'The Claw of Winter'],
  ['Ches', 'The Claw of the Sunsets'],
  ['Tarsakh', 'The Claw of the Storms'],
  ['Mirtul', 'The Melting'],
  ['Kythorn', 'The Time of Flowers'],
  ['Flamerule', 'Summertide'],
  ['Eleasis', 'Highsun', 'Eleasias'],
  ['Eleint', 'The Fading'],
  ['Marpenoth', 'Leaffall'],
  ['Uktar', 'The Rotting'],
  ['Nightal', 'The Drawing Down'],
] as const;

const TENDAY = [
  'First',
  'Second',
  'Third',
  'Fourth',
  'Fifth',
  'Sixth',
  'Seventh',
  'Eighth',
  'Ninth',
  'Tenth',
];

/**
 * The calendar of Harptos: twelve months of three tendays, with festivals between them that belong to no tenday.
 * Shieldmeet follows Midsummer in years divisible by 4. Dalereckoning runs through 0 into negative years, so that the
 * divisible years stay every fourth one. Its day 0 is Hammer 1 of 1 DR.
 */
const HARPTOS = CalendarData.parse({
  name: 'Harptos',
  months: MONTHS.map(([name, ...also]) => ({ name, also, days: 30 })),
  festivals: [
    { name: 'Midwinter', after: 'Hammer', also: ['Deadwinter Day'] },
    { name: 'Greengrass', after: 'Tarsakh' },
    { name: 'Midsummer', after: 'Flamerule', also: ['Midsummer Night'] },
    { name: 'Shieldmeet', after: 'Flamerule', leap_years_only: true },
    { name: 'Highharvestide', after: 'Eleint' },
    { name: 'Feast of the Moon', after: 'Uktar', also: ['Moonfest'] },
  ],
  leap_years: { every: 4 },
  week: { days: TENDAY.map((ordinal) => `${ordinal}-day`), runs: 'anew_each_month' },
  eras: [{ name: 'DR', also: ['Dalereckoning'] }],
});

/**
 * Joins two calendars of one world with the same names. The earlier holds until the day before `firstDay`, the later
 * from then on. Dates the change left out are refused; a date both could mean belongs to the one in force.
 */
function joinReckonings(name: string, earlier: Reckoning, later: Reckoning, firstDay: number): Reckoning {
  return {
    ...later,
    name,
    dateOf: (day) => (day < firstDay ? earlier : later).dateOf(day),
    dayOf(year, yearPart, day) {
      const asLater = later.dayOf(year, yearPart, day);
      if (!isRejection(asLater) && asLater >= firstDay) return asLater;
      const asEarlier = earlier.dayOf(year, yearPart, day);
      if (isRejection(asEarlier) || asEarlier < firstDay) return asEarlier;
      return isRejection(asLater) ? asLater : leftOut(earlier, later, firstDay);
    },
  };
}

function leftOut(earlier: Reckoning, later: Reckoning, firstDay: number): Rejection {
  const from = spoken(earlier, firstDay - 1);
  const to = spoken(later, firstDay);
  return reject(
    'no-such-day',
    `that day was left out when the calendar changed: ${from} was followed by ${to}`,
    ['day'],
  );
}

function spoken(reckoning: Reckoning, day: number): string {
  const date = reckoning.dateOf(day);
  const { year, era } = toEraYear(reckoning.eras, date.year);
  return `${date.day} ${date.yearPart.name} ${year} ${era}`;
}

/** The Gregorian calendar for all time, as modern software counts. */
export const gregorian: Calendar = createCalendar(GREGORIAN);

/** The Julian calendar for all time; the right one for a Christian Europe before 1582. */
export const julian: Calendar = createCalendar(JULIAN);

/** Julian until 4 October 1582, Gregorian from 15 October: Castile, Portugal, Poland and most of Italy. */
export const gregorian1582: Calendar = assembleCalendar(
  joinReckonings('Gregorian of 1582', createReckoning(JULIAN), createReckoning(GREGORIAN), 577_735),
);

/** Julian until 2 September 1752, Gregorian from 14 September: Britain and its colonies. */
export const gregorian1752: Calendar = assembleCalendar(
  joinReckonings('Gregorian of 1752', createReckoning(JULIAN), createReckoning(GREGORIAN), 639_796),
);

export const harptos: Calendar = createCalendar(HARPTOS);
