import { type Rejection, reject } from '#engine/util/rejection.ts';
import { toPlainName } from '../names/nearest-name.ts';
import { type CalendarShape, computeModulo, createLeapCycle } from './calendar-shape.ts';
import { type Eras, toEraYear } from './eras.ts';

/** A month or a festival as one range of days of a year. */
type YearPart = {
  readonly kind: 'month' | 'festival';
  /** Its place among the months, or among the festivals, of the calendar; from 1. */
  readonly number: number;
  readonly name: string;
  readonly days: number;
  /** Number of days of the year that lie before it. */
  readonly startsAt: number;
  /** Number of those that are festival days. */
  readonly festivalDaysBefore: number;
};

type YearLayout = {
  readonly yearParts: readonly YearPart[];
  readonly days: number;
  readonly festivalDays: number;
};

/** Lays out the months and festivals of a common or of a leap year, in order. */
function layOutYear(data: CalendarShape, leap: boolean): YearLayout {
  const yearParts: YearPart[] = [];
  let days = 0;
  let festivalDays = 0;
  const add = (yearPart: Pick<YearPart, 'kind' | 'number' | 'name' | 'days'>) => {
    yearParts.push({ ...yearPart, startsAt: days, festivalDaysBefore: festivalDays });
    days += yearPart.days;
    if (yearPart.kind === 'festival') festivalDays += yearPart.days;
  };
  const addFestivals = (month: string | null) => {
    for (const [index, festival] of data.festivals.entries()) {
      const after = festival.after === undefined ? null : toPlainName(festival.after);
      if (after !== month || (festival.leap_years_only && !leap)) continue;
      add({ kind: 'festival', number: index + 1, name: festival.name, days: festival.days });
    }
  };

  addFestivals(null);
  for (const [index, month] of data.months.entries()) {
    const length = month.days + (leap ? month.leap_days : 0);
    add({ kind: 'month', number: index + 1, name: month.name, days: length });
    addFestivals(toPlainName(month.name));
  }
  return { yearParts, days, festivalDays };
}

/** Count of days of one kind before each year, from the start of year 0 and exact in both directions. */
type YearCount = {
  before(year: number): number;
  /** Returns the year that contains the day with that many days before it. */
  holding(daysBefore: number): number;
};

/** Lays out one leap cycle and repeats it endlessly. */
function createYearCount(cycle: readonly boolean[], commonDays: number, leapDays: number): YearCount {
  const starts = [0];
  for (const leap of cycle) starts.push((starts.at(-1) ?? 0) + (leap ? leapDays : commonDays));
  const cycleDays = starts.at(-1) ?? 0;
  const startOf = (position: number) => starts[position] ?? cycleDays;

  return {
    before: (year) =>
      Math.floor(year / cycle.length) * cycleDays + startOf(computeModulo(year, cycle.length)),
    holding(daysBefore) {
      const cycles = Math.floor(daysBefore / cycleDays);
      const rest = daysBefore - cycles * cycleDays;
      let position = Math.floor((rest / cycleDays) * cycle.length);
      while (startOf(position) > rest) position -= 1;
      while (startOf(position + 1) <= rest) position += 1;
      return cycles * cycle.length + position;
    },
  };
}

export type YearPartRef = Pick<YearPart, 'kind' | 'number'>;

/** A day of the world as the calendar divides it; the year is that of the unbroken count. */
export type ReckonedDay = {
  readonly year: number;
  readonly yearPart: YearPart;
  /** Day within its month or festival, from 1. */
  readonly day: number;
  readonly weekday: string | null;
};

type Named = { readonly name: string; readonly also: readonly string[] };

/** The arithmetic of a calendar, whole days only, with the names its dates are written in. */
export type Reckoning = {
  readonly name: string;
  readonly eras: Eras;
  readonly months: readonly Named[];
  readonly festivals: readonly (Named & { readonly days: number })[];
  readonly weekdays: readonly string[];
  /** Months and festivals by every plain name. */
  readonly yearPartsByName: ReadonlyMap<string, YearPartRef>;
  dateOf(day: number): ReckonedDay;
  dayOf(year: number, yearPart: YearPartRef, day: number): number | Rejection;
};

/** Years further away than this are refused, so that day numbers stay exact. */
const FURTHEST_YEAR = 1_000_000_000;

export function createReckoning(data: CalendarShape): Reckoning {
  const cycle = createLeapCycle(data.leap_years);
  const common = layOutYear(data, false);
  const leap = layOutYear(data, true);
  const days = createYearCount(cycle, common.days, leap.days);
  const festivalDays = createYearCount(cycle, common.festivalDays, leap.festivalDays);
  const shift = data.epoch.day - days.before(data.epoch.year);
  const weekday = weekdayFinder(data, (year) => festivalDays.before(year));
  const layoutOf = (year: number) => (cycle[computeModulo(year, cycle.length)] ? leap : common);

  return {
    name: data.name,
    eras: data.eras,
    months: data.months,
    festivals: data.festivals,
    weekdays: data.week?.days ?? [],
    yearPartsByName: new Map([...namesOf('festival', data.festivals), ...namesOf('month', data.months)]),
    dateOf(day) {
      const year = days.holding(day - shift);
      const dayOfYear = day - shift - days.before(year);
      const yearPart = findPartAt(layoutOf(year), dayOfYear);
      const date = { year, yearPart, day: dayOfYear - yearPart.startsAt + 1 };
      return { ...date, weekday: weekday(day, date) };
    },
    dayOf(year, wanted, day) {
      if (Math.abs(year) > FURTHEST_YEAR) {
        return reject('year-out-of-range', `years reach ${FURTHEST_YEAR} either way, not ${year}`, ['year']);
      }
      const yearPart = layoutOf(year).yearParts.find((each) => isYearPart(each, wanted));
      if (yearPart === undefined) return notThisYear(data, wanted, year);
      if (day < 1 || day > yearPart.days) return noSuchDay(data, yearPart, year, day);
      return days.before(year) + shift + yearPart.startsAt + day - 1;
    },
  };
}

function namesOf(kind: YearPartRef['kind'], list: readonly Named[]): [string, YearPartRef][] {
  return list.flatMap(({ name, also }, index) =>
    [name, ...also].map((each): [string, YearPartRef] => [toPlainName(each), { kind, number: index + 1 }]),
  );
}

function isYearPart(yearPart: YearPart, wanted: YearPartRef): boolean {
  return yearPart.kind === wanted.kind && yearPart.number === wanted.number;
}

function findPartAt({ yearParts }: YearLayout, dayOfYear: number): YearPart {
  const yearPart = yearParts.findLast(({ startsAt }) => startsAt <= dayOfYear);
  if (yearPart === undefined) throw new Error(`no part of the year holds day ${dayOfYear}`);
  return yearPart;
}

function notThisYear({ eras, festivals }: CalendarShape, wanted: YearPartRef, year: number): Rejection {
  const spoken = toEraYear(eras, year);
  const name = festivals[wanted.number - 1]?.name ?? `${wanted.kind} ${wanted.number}`;
  const reason = `${name} is held only in leap years, and ${spoken.year} ${spoken.era} is not one`;
  return reject('festival-not-held', reason, ['festival']);
}

function noSuchDay({ eras }: CalendarShape, yearPart: YearPart, year: number, day: number): Rejection {
  const spoken = toEraYear(eras, year);
  const length = yearPart.days === 1 ? 'lasts 1 day' : `has ${yearPart.days} days`;
  const reason = `there is no day ${day}: ${yearPart.name} ${spoken.year} ${spoken.era} ${length}`;
  return reject('no-such-day', reason, ['day']);
}

type FindWeekday = (day: number, date: Omit<ReckonedDay, 'weekday'>) => string | null;

function weekdayFinder(data: CalendarShape, festivalDaysBefore: (year: number) => number): FindWeekday {
  const { week, epoch } = data;
  if (week === undefined) return () => null;
  const names = week.days;
  const first = Math.max(names.map(toPlainName).indexOf(toPlainName(week.first ?? '')), 0);
  const nameOf = (index: number) => names[computeModulo(index, names.length)] ?? null;
  if (week.runs === 'without_break') return (day) => nameOf(first + day - epoch.day);

  const epochFestivals = festivalDaysBefore(epoch.year);
  return (day, { year, yearPart, day: dayOfStretch }) => {
    if (yearPart.kind === 'festival') return null;
    if (week.runs === 'anew_each_month') return nameOf(dayOfStretch - 1);
    const skipped = festivalDaysBefore(year) + yearPart.festivalDaysBefore - epochFestivals;
    return nameOf(first + day - epoch.day - skipped);
  };
}
