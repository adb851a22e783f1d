import { assertNever } from '#engine/util/assert-never.ts';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';
import type { WorldTime } from '#engine/util/world-time.ts';
import {
  type Calendar,
  type CalendarDate,
  type DateParts,
  type DateStyle,
  getTimeOfDay,
  TIMES_OF_DAY,
} from '../calendar.ts';
import { toPlainName, writeNameAdvice } from '../names/nearest-name.ts';
import type { CalendarData } from './calendar-data.ts';
import { toCountedYear, toEraYear } from './eras.ts';
import { createReckoning, type ReckonedDay, type Reckoning, type YearPartRef } from './reckoning.ts';

type TimeOfDay = Pick<CalendarDate, 'hour' | 'minute' | 'second' | 'microsecond'>;

const CLOCK =
  /(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.(?<fraction>\d{1,6}))?)?(?: ?(?<half>[ap]m))?$/i;

/**
 * Takes the time off the end of a text: `14:30`, `14:30:25.000001`, `2:30 pm`, or a part of the day, which
 * stands for its first hour. The clock is null when the text does not end in one. `names` are the plain names
 * of months and festivals, so that a festival called Long Night is not taken for an hour.
 */
function takeClock(
  text: string,
  names: ReadonlyMap<string, unknown>,
): { readonly rest: string; readonly clock: TimeOfDay | null } {
  const match = CLOCK.exec(text);
  if (match !== null) return { rest: before(text, match.index), clock: readHands(match.groups ?? {}) };
  const plain = toPlainName(text);
  if (names.has(lastName(text))) return { rest: text, clock: null };
  for (const { name, from } of TIMES_OF_DAY) {
    const words = toPlainName(name);
    // "Deep Night" also ends in "Night": the list has the longer name first.
    if (plain !== words && !plain.endsWith(` ${words}`)) continue;
    const start = text.toLowerCase().lastIndexOf(name.toLowerCase());
    if (start >= 0) return { rest: before(text, start), clock: { hour: from } };
  }
  return { rest: text, clock: null };
}

function lastName(text: string): string {
  return toPlainName(text.slice(text.lastIndexOf(',') + 1).replace(/[-\d]+/g, ' '));
}

function before(text: string, end: number): string {
  return text.slice(0, end).replace(/[\s,]+$/, '');
}

function readHands(groups: Partial<Record<string, string>>): TimeOfDay {
  const { hour = '0', minute = '0', second = '0', fraction = '', half } = groups;
  return {
    hour: half === undefined ? Number(hour) : halfDayHour(Number(hour), half.toLowerCase() === 'pm'),
    minute: Number(minute),
    second: Number(second),
    microsecond: Number(fraction.padEnd(6, '0')),
  };
}

function halfDayHour(hour: number, afternoon: boolean): number {
  // "14:30 pm" says the same thing twice; the hour is the clearer half.
  return hour > 12 ? hour : (hour % 12) + (afternoon ? 12 : 0);
}

type ReadDate = { readonly date: CalendarDate; readonly weekday: string | null };
type Groups = Partial<Record<string, string>>;

const MAX_LENGTH = 200;
const NAME = String.raw`\p{L}[\p{L}\p{M}' .-]*`;
const YEAR = String.raw`(?<year>-?\d{1,10})(?: (?<era>${NAME}))?`;

const NUMBERED = new RegExp(
  String.raw`^(?<year>-?\d{4,10})-(?:(?<month>\d{1,2})-(?<day>\d{1,3})|(?<name>${NAME}?)(?:-(?<dayOf>\d{1,3}))?)$`,
  'u',
);
const WRITTEN = [
  new RegExp(`^${YEAR}, (?<name>${NAME}?)(?: (?<day>\\d{1,4}))?$`, 'u'),
  new RegExp(`^(?<day>\\d{1,4}) (?<name>${NAME}?)(?:,? ${YEAR})?$`, 'u'),
  new RegExp(`^(?<name>${NAME}?)(?: (?<day>\\d{1,3}))?(?:,? ${YEAR})?$`, 'u'),
];

/**
 * Reads the date a text proposes; missing parts are taken from `from`. The calendar decides whether the date exists.
 */
function parseDateText(text: string, reckoning: Reckoning, from: DateParts | null): ReadDate | Rejection {
  if (text.length > MAX_LENGTH)
    return reject('unreadable-date', `a date has at most ${MAX_LENGTH} characters`);
  const tidy = tidied(text);
  const { rest: withoutClock, clock } = takeClock(tidy, reckoning.yearPartsByName);
  const { rest, weekday } = takeWeekday(withoutClock, reckoning.weekdays);
  const hands = clock ?? keptClock(from);
  if (rest === '' && clock !== null && from !== null)
    return { date: { ...from, ...midnight, ...hands }, weekday };

  const date = readNumbered(rest, reckoning) ?? readWritten(rest, from);
  if (date === null) return unreadable(text, reckoning);
  if ('rejected' in date) return date;
  return { date: { ...date, ...hands }, weekday };
}

const midnight = { hour: 0, minute: 0, second: 0, microsecond: 0 };

function keptClock(from: DateParts | null): typeof midnight {
  if (from === null) return midnight;
  const { hour, minute, second, microsecond } = from;
  return { hour, minute, second, microsecond };
}

function tidied(text: string): string {
  return text
    .replace(/^\s*timestamp\s*:/i, '')
    .replace(/\([^)]*\)/g, ' ')
    .replace(/(?<=[\d\p{L}])T(?=\d{1,2}:)/u, ' ')
    .replace(/\bthe (?=\d)/gi, '')
    .replace(/(\d)(?:st|nd|rd|th)\b/gi, '$1')
    .replace(/\s*,\s*/g, ', ')
    .replace(/\s+/g, ' ')
    .trim();
}

function takeWeekday(text: string, weekdays: readonly string[]): { rest: string; weekday: string | null } {
  const comma = text.indexOf(', ');
  if (comma === -1) return { rest: text, weekday: null };
  const first = toPlainName(text.slice(0, comma));
  const weekday = weekdays.find((each) => toPlainName(each) === first) ?? null;
  return weekday === null ? { rest: text, weekday } : { rest: text.slice(comma + 2), weekday };
}

function readNumbered(text: string, { eras }: Reckoning): CalendarDate | null {
  const groups: Groups | undefined = NUMBERED.exec(text)?.groups;
  if (groups === undefined) return null;
  const { year, era } = toEraYear(eras, Number(groups.year));
  if (groups.month !== undefined) {
    return { year, era, month: Number(groups.month), day: Number(groups.day) };
  }
  const festival = (groups.name ?? '').replaceAll('-', ' ');
  return { year, era, festival, day: optionalNumber(groups.dayOf) };
}

function readWritten(text: string, from: DateParts | null): CalendarDate | Rejection | null {
  const groups = WRITTEN.map((pattern): Groups | undefined => pattern.exec(text)?.groups).find(Boolean);
  if (groups === undefined) return null;
  const month = (groups.name ?? '').replace(/^(?:the )?(?:day )?of /i, '');
  const day = optionalNumber(groups.day);
  if (groups.year !== undefined) return { year: Number(groups.year), era: groups.era, month, day };
  if (from === null) return reject('missing-year', `"${text}" does not say which year`, ['year']);
  return { year: from.year, era: from.era, month, day };
}

function optionalNumber(digits: string | undefined): number | null {
  return digits === undefined ? null : Number(digits);
}

function unreadable(text: string, { months, eras }: Reckoning): Rejection {
  const month = months[0]?.name;
  const era = eras.at(-1)?.name;
  const forms = `"1492 ${era}, ${month} 10, 14:30", "10 ${month} 1492 ${era}" or "1492-01-10"`;
  return reject('unreadable-date', `"${text}" is not a date; write it like ${forms}`);
}

/** Date with the facts its written forms need beyond its parts. */
type Writable = DateParts & {
  readonly yearOfCount: number;
  /** Null when the festival lasts a single day and needs no number. */
  readonly dayOfFestival: number | null;
};

function writeDate(date: Writable, style: DateStyle): string {
  switch (style) {
    case 'header':
      return `${date.year} ${date.era}, ${monthAndDay(date)}, ${clock(date)}`;
    case 'date':
      return numbered(date);
    case 'iso':
      return `${numbered(date)}T${clock(date)}.${digits(date.microsecond, 6)}`;
    case 'long':
      return `${spoken(date)}, ${clock(date)} (${date.timeOfDay})`;
    default:
      return assertNever(style);
  }
}

function monthAndDay({ month, festival, day, dayOfFestival }: Writable): string {
  if (month !== null) return `${month} ${day}`;
  return dayOfFestival === null ? `${festival}` : `${festival} ${dayOfFestival}`;
}

function spoken(date: Writable): string {
  const { month, weekday, day, year, era } = date;
  const named = month === null ? `${monthAndDay(date)}, ${year} ${era}` : `${day} ${month} ${year} ${era}`;
  return weekday === null ? named : `${weekday}, ${named}`;
}

function numbered({ yearOfCount, monthNumber, day, festival, dayOfFestival }: Writable): string {
  const year = `${yearOfCount < 0 ? '-' : ''}${digits(Math.abs(yearOfCount), 4)}`;
  if (monthNumber !== null) return `${year}-${digits(monthNumber, 2)}-${digits(day, 2)}`;
  const name = `${festival}`.replaceAll(' ', '-');
  return dayOfFestival === null ? `${year}-${name}` : `${year}-${name}-${digits(dayOfFestival, 2)}`;
}

function clock({ hour, minute, second }: DateParts): string {
  return [hour, minute, second].map((hand) => digits(hand, 2)).join(':');
}

function digits(value: number, length: number): string {
  return String(value).padStart(length, '0');
}

/** Finds the world's day for a proposed date, or rejects the date with its fault. */
function findDay(reckoning: Reckoning, date: CalendarDate): number | Rejection {
  const year = toCountedYear(reckoning.eras, date.year, date.era);
  if (isRejection(year)) return year;
  const yearPart = findYearPart(reckoning, date);
  if (isRejection(yearPart)) return yearPart;
  const day = date.day ?? onlyDay(reckoning, yearPart);
  if (day === null) return reject('missing-day', 'a date in a month needs its day, counted from 1', ['day']);
  return reckoning.dayOf(year, yearPart, day);
}

function onlyDay({ festivals }: Reckoning, { kind, number }: YearPartRef): number | null {
  return kind === 'festival' && festivals[number - 1]?.days === 1 ? 1 : null;
}

function findYearPart(reckoning: Reckoning, { month, festival }: CalendarDate): YearPartRef | Rejection {
  if (festival != null && month != null) {
    return reject('month-and-festival', `${festival} belongs to no month; leave the month out`, ['month']);
  }
  if (festival != null) return findFestival(reckoning, festival);
  if (month == null)
    return reject('missing-month', 'a date needs a month, or the name of a festival', ['month']);
  return typeof month === 'number' ? monthNumbered(reckoning, month) : monthNamed(reckoning, month);
}

function findFestival(
  { festivals, name, yearPartsByName }: Reckoning,
  wanted: string,
): YearPartRef | Rejection {
  const found = yearPartsByName.get(toPlainName(wanted));
  if (found?.kind === 'festival') return found;
  const names = festivals.map((each) => each.name);
  const advice = names.length === 0 ? 'it has no festival days' : writeNameAdvice(wanted, names);
  return reject('unknown-festival', `${wanted} is no festival of the ${name} calendar; ${advice}`, [
    'festival',
  ]);
}

function monthNumbered({ months }: Reckoning, number: number): YearPartRef | Rejection {
  if (number >= 1 && number <= months.length) return { kind: 'month', number };
  return reject('unknown-month', `months are numbered from 1 to ${months.length}, not ${number}`, ['month']);
}

function monthNamed(
  { months, festivals, name, yearPartsByName }: Reckoning,
  wanted: string,
): YearPartRef | Rejection {
  const found = yearPartsByName.get(toPlainName(wanted));
  if (found !== undefined) return found;
  const advice = writeNameAdvice(
    wanted,
    [...months, ...festivals].map((each) => each.name),
  );
  return reject('unknown-month', `${wanted} is no month of the ${name} calendar; ${advice}`, ['month']);
}

const UNITS = [
  { field: 'hour', microseconds: 3_600_000_000, count: 24 },
  { field: 'minute', microseconds: 60_000_000, count: 60 },
  { field: 'second', microseconds: 1_000_000, count: 60 },
  { field: 'microsecond', microseconds: 1, count: 1_000_000 },
] as const;

type Clock = { readonly [Field in (typeof UNITS)[number]['field']]: number };

/** Converts a microsecond of the day to the time on the clock. */
function toClockTime(microsecondOfDay: number): Clock {
  const hand = (index: number) => {
    const unit = UNITS[index];
    return unit === undefined ? 0 : Math.floor(microsecondOfDay / unit.microseconds) % unit.count;
  };
  return { hour: hand(0), minute: hand(1), second: hand(2), microsecond: hand(3) };
}

/** Converts a time on the clock to the microsecond of the day; missing parts are 0. */
function toMicrosecondOfDay(clock: Pick<CalendarDate, keyof Clock>): number | Rejection {
  let total = 0;
  for (const { field, microseconds, count } of UNITS) {
    const value = clock[field] ?? 0;
    if (!Number.isInteger(value) || value < 0 || value >= count) {
      const right = `${field} is a whole number from 0 to ${count - 1}, not ${value}`;
      return reject('clock-out-of-range', right, [field]);
    }
    total += value * microseconds;
  }
  return total;
}

/** Adds the clock and the written forms to the arithmetic of days. */
export function assembleCalendar(reckoning: Reckoning): Calendar {
  const partsOf: Calendar['partsOf'] = (time) => parts(reckoning, reckoning.dateOf(time.day), time);

  const momentOf: Calendar['momentOf'] = (date) => {
    const microsecond = toMicrosecondOfDay(date);
    if (isRejection(microsecond)) return microsecond;
    const day = findDay(reckoning, date);
    return isRejection(day) ? day : { day, microsecond };
  };

  return {
    name: reckoning.name,
    partsOf,
    momentOf,
    format(time, style) {
      const reckoned = reckoning.dateOf(time.day);
      const long = reckoned.yearPart.kind === 'festival' && reckoned.yearPart.days > 1;
      const extras = { yearOfCount: reckoned.year, dayOfFestival: long ? reckoned.day : null };
      return writeDate({ ...parts(reckoning, reckoned, time), ...extras }, style);
    },
    parse(text, from) {
      const read = parseDateText(text, reckoning, from === undefined ? null : partsOf(from));
      if (isRejection(read)) return read;
      const moment = momentOf(read.date);
      return isRejection(moment) ? moment : (wrongWeekday(partsOf(moment), read.weekday) ?? moment);
    },
  };
}

function parts(
  reckoning: Reckoning,
  { year, yearPart, day, weekday }: ReckonedDay,
  time: WorldTime,
): DateParts {
  const clock = toClockTime(time.microsecond);
  const isMonth = yearPart.kind === 'month';
  return {
    ...toEraYear(reckoning.eras, year),
    month: isMonth ? yearPart.name : null,
    monthNumber: isMonth ? yearPart.number : null,
    day,
    festival: isMonth ? null : yearPart.name,
    weekday,
    ...clock,
    timeOfDay: getTimeOfDay(clock.hour),
  };
}

function wrongWeekday({ weekday, day, month, year, era }: DateParts, said: string | null): Rejection | null {
  if (said === null || said === weekday) return null;
  const right = weekday === null ? 'has no weekday' : `is a ${weekday}`;
  return reject('wrong-weekday', `${day} ${month} ${year} ${era} ${right}, not a ${said}`, ['weekday']);
}

/** Creates the calendar an author described. */
export function createCalendar(data: CalendarData): Calendar {
  return assembleCalendar(createReckoning(data));
}
