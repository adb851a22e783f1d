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
  readonly stretches: readonly YearPart[];
  readonly days: number;
  readonly festivalDays: number;
};

/** Lays out the months and festivals of a common or of a leap year, in order. */
function layOutYear(data: CalendarShape, leap: boolean): YearLayout {
  const stretches: YearPart[] = [];
  let days = 0;
  let festivalDays = 0;
  const add = (stretch: Pick<YearPart, 'kind' | 'number' | 'name' | 'days'>) => {
    stretches.push({ ...stretch, startsAt: days, festivalDaysBefore: festivalDays });
    days += stretch.days;
    if (stretch.kind === 'festival') festivalDays += stretch.days;
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
  return { stretches, days, festivalDays };
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
  readonly stretch: YearPart;
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
  readonly stretchesByName: ReadonlyMap<string, YearPartRef>;
  dateOf(day: number): ReckonedDay;
  dayOf(year: number, stretch: YearPartRef, day: number): number | Rejection;
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
    stretchesByName: new Map([...namesOf('festival', data.festivals), ...namesOf('month', data.months)]),
    dateOf(day) {
      const year = days.holding(day - shift);
      const dayOfYear = day - shift - days.before(year);
      const stretch = stretchAt(layoutOf(year), dayOfYear);
      const date = { year, stretch, day: dayOfYear - stretch.startsAt + 1 };
      return { ...date, weekday: weekday(day, date) };
    },
    dayOf(year, wanted, day) {
      if (Math.abs(year) > FURTHEST_YEAR) {
        return reject('year-out-of-range', `years reach ${FURTHEST_YEAR} either way, not ${year}`, ['year']);
      }
      const stretch = layoutOf(year).stretches.find((each) => isStretch(each, wanted));
      if (stretch === undefined) return notThisYear(data, wanted, year);
      if (day < 1 || day > stretch.days) return noSuchDay(data, stretch, year, day);
      return days.before(year) + shift + stretch.startsAt + day - 1;
    },
  };
}

function namesOf(kind: YearPartRef['kind'], list: readonly Named[]): [string, YearPartRef][] {
  return list.flatMap(({ name, also }, index) =>
    [name, ...also].map((each): [string, YearPartRef] => [toPlainName(each), { kind, number: index + 1 }]),
  );
}

function isStretch(stretch: YearPart, wanted: YearPartRef): boolean {
  return stretch.kind === wanted.kind && stretch.number === wanted.number;
}

function stretchAt({ stretches }: YearLayout, dayOfYear: number): YearPart {
  const stretch = stretches.findLast(({ startsAt }) => startsAt <= dayOfYear);
  if (stretch === undefined) throw new Error(`no stretch of the year holds day ${dayOfYear}`);
  return stretch;
}

function notThisYear({ eras, festivals }: CalendarShape, wanted: YearPartRef, year: number): Rejection {
  const spoken = toEraYear(eras, year);
  const name = festivals[wanted.number - 1]?.name ?? `${wanted.kind} ${wanted.number}`;
  const reason = `${name} is held only in leap years, and ${spoken.year} ${spoken.era} is not one`;
  return reject('festival-not-held', reason, ['festival']);
}

function noSuchDay({ eras }: CalendarShape, stretch: YearPart, year: number, day: number): Rejection {
  const spoken = toEraYear(eras, year);
  const length = stretch.days === 1 ? 'lasts 1 day' : `has ${stretch.days} days`;
  const reason = `there is no day ${day}: ${stretch.name} ${spoken.year} ${spoken.era} ${length}`;
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
  return (day, { year, stretch, day: dayOfStretch }) => {
    if (stretch.kind === 'festival') return null;
    if (week.runs === 'anew_each_month') return nameOf(dayOfStretch - 1);
    const skipped = festivalDaysBefore(year) + stretch.festivalDaysBefore - epochFestivals;
    return nameOf(first + day - epoch.day - skipped);
  };
}
