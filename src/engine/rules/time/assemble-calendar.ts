import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';
import type { WorldTime } from '#engine/util/world-time.ts';
import { type Calendar, type CalendarDate, type DateParts, getTimeOfDay } from '../calendar.ts';
import { suggestName, toPlainName } from '../names/nearest-name.ts';
import type { CalendarData } from './calendar-data.ts';
import { readDate, writeDate } from './date-text.ts';
import { toCountedYear, toEraYear } from './eras.ts';
import { createReckoning, type ReckonedDay, type Reckoning, type YearPartRef } from './reckoning.ts';

/** Finds the world's day for a proposed date, or rejects the date with its fault. */
function findDay(reckoning: Reckoning, date: CalendarDate): number | Rejection {
  const year = toCountedYear(reckoning.eras, date.year, date.era);
  if (isRejection(year)) return year;
  const stretch = findStretch(reckoning, date);
  if (isRejection(stretch)) return stretch;
  const day = date.day ?? onlyDay(reckoning, stretch);
  if (day === null) return reject('missing-day', 'a date in a month needs its day, counted from 1', ['day']);
  return reckoning.dayOf(year, stretch, day);
}

function onlyDay({ festivals }: Reckoning, { kind, number }: YearPartRef): number | null {
  return kind === 'festival' && festivals[number - 1]?.days === 1 ? 1 : null;
}

function findStretch(reckoning: Reckoning, { month, festival }: CalendarDate): YearPartRef | Rejection {
  if (festival != null && month != null) {
    return reject('month-and-festival', `${festival} belongs to no month; leave the month out`, ['month']);
  }
  if (festival != null) return findFestival(reckoning, festival);
  if (month == null)
    return reject('missing-month', 'a date needs a month, or the name of a festival', ['month']);
  return typeof month === 'number' ? monthNumbered(reckoning, month) : monthNamed(reckoning, month);
}

function findFestival(
  { festivals, name, stretchesByName }: Reckoning,
  wanted: string,
): YearPartRef | Rejection {
  const found = stretchesByName.get(toPlainName(wanted));
  if (found?.kind === 'festival') return found;
  const names = festivals.map((each) => each.name);
  const advice = names.length === 0 ? 'it has no festival days' : suggestName(wanted, names);
  return reject('unknown-festival', `${wanted} is no festival of the ${name} calendar; ${advice}`, [
    'festival',
  ]);
}

function monthNumbered({ months }: Reckoning, number: number): YearPartRef | Rejection {
  if (number >= 1 && number <= months.length) return { kind: 'month', number };
  return reject('unknown-month', `months are numbered from 1 to ${months.length}, not ${number}`, ['month']);
}

function monthNamed(
  { months, festivals, name, stretchesByName }: Reckoning,
  wanted: string,
): YearPartRef | Rejection {
  const found = stretchesByName.get(toPlainName(wanted));
  if (found !== undefined) return found;
  const advice = suggestName(
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
      const long = reckoned.stretch.kind === 'festival' && reckoned.stretch.days > 1;
      const extras = { yearOfCount: reckoned.year, dayOfFestival: long ? reckoned.day : null };
      return writeDate({ ...parts(reckoning, reckoned, time), ...extras }, style);
    },
    parse(text, from) {
      const read = readDate(text, reckoning, from === undefined ? null : partsOf(from));
      if (isRejection(read)) return read;
      const moment = momentOf(read.date);
      return isRejection(moment) ? moment : (wrongWeekday(partsOf(moment), read.weekday) ?? moment);
    },
  };
}

function parts(
  reckoning: Reckoning,
  { year, stretch, day, weekday }: ReckonedDay,
  time: WorldTime,
): DateParts {
  const clock = toClockTime(time.microsecond);
  const isMonth = stretch.kind === 'month';
  return {
    ...toEraYear(reckoning.eras, year),
    month: isMonth ? stretch.name : null,
    monthNumber: isMonth ? stretch.number : null,
    day,
    festival: isMonth ? null : stretch.name,
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
