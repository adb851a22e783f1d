import { type Rejection, reject } from '#engine/kit/rejection.ts';
import type { CalendarShape } from './calendar-shape.ts';
import { type Eras, yearInEra } from './eras.ts';
import { leapCycle, modulo } from './leap-cycle.ts';
import { plainName } from './plain-name.ts';
import { yearCount } from './year-count.ts';
import { layOutYear, type Stretch, type YearLayout } from './year-layout.ts';

export type StretchRef = Pick<Stretch, 'kind' | 'number'>;

/** A day of the world as the calendar divides it; the year is that of the unbroken count. */
export type ReckonedDay = {
  readonly year: number;
  readonly stretch: Stretch;
  /** Within its stretch, from 1. */
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
  /** Every plain name of a month or festival, with what it names. */
  readonly stretchesByName: ReadonlyMap<string, StretchRef>;
  dateOf(day: number): ReckonedDay;
  dayOf(year: number, stretch: StretchRef, day: number): number | Rejection;
};

/** Years further away than this are refused, so that day numbers stay exact. */
const FURTHEST_YEAR = 1_000_000_000;

export function reckoningOf(data: CalendarShape): Reckoning {
  const cycle = leapCycle(data.leap_years);
  const common = layOutYear(data, false);
  const leap = layOutYear(data, true);
  const days = yearCount(cycle, common.days, leap.days);
  const festivalDays = yearCount(cycle, common.festivalDays, leap.festivalDays);
  const shift = data.epoch.day - days.before(data.epoch.year);
  const weekday = weekdayFinder(data, (year) => festivalDays.before(year));
  const layoutOf = (year: number) => (cycle[modulo(year, cycle.length)] ? leap : common);

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

function namesOf(kind: StretchRef['kind'], list: readonly Named[]): [string, StretchRef][] {
  return list.flatMap(({ name, also }, index) =>
    [name, ...also].map((each): [string, StretchRef] => [plainName(each), { kind, number: index + 1 }]),
  );
}

function isStretch(stretch: Stretch, wanted: StretchRef): boolean {
  return stretch.kind === wanted.kind && stretch.number === wanted.number;
}

function stretchAt({ stretches }: YearLayout, dayOfYear: number): Stretch {
  const stretch = stretches.findLast(({ startsAt }) => startsAt <= dayOfYear);
  if (stretch === undefined) throw new Error(`no stretch of the year holds day ${dayOfYear}`);
  return stretch;
}

function notThisYear({ eras, festivals }: CalendarShape, wanted: StretchRef, year: number): Rejection {
  const spoken = yearInEra(eras, year);
  const name = festivals[wanted.number - 1]?.name ?? `${wanted.kind} ${wanted.number}`;
  const reason = `${name} is held only in leap years, and ${spoken.year} ${spoken.era} is not one`;
  return reject('festival-not-held', reason, ['festival']);
}

function noSuchDay({ eras }: CalendarShape, stretch: Stretch, year: number, day: number): Rejection {
  const spoken = yearInEra(eras, year);
  const length = stretch.days === 1 ? 'lasts 1 day' : `has ${stretch.days} days`;
  const reason = `there is no day ${day}: ${stretch.name} ${spoken.year} ${spoken.era} ${length}`;
  return reject('no-such-day', reason, ['day']);
}

type FindWeekday = (day: number, date: Omit<ReckonedDay, 'weekday'>) => string | null;

function weekdayFinder(data: CalendarShape, festivalDaysBefore: (year: number) => number): FindWeekday {
  const { week, epoch } = data;
  if (week === undefined) return () => null;
  const names = week.days;
  const first = Math.max(names.map(plainName).indexOf(plainName(week.first ?? '')), 0);
  const nameOf = (index: number) => names[modulo(index, names.length)] ?? null;
  if (week.runs === 'without_break') return (day) => nameOf(first + day - epoch.day);

  const epochFestivals = festivalDaysBefore(epoch.year);
  return (day, { year, stretch, day: dayOfStretch }) => {
    if (stretch.kind === 'festival') return null;
    if (week.runs === 'anew_each_month') return nameOf(dayOfStretch - 1);
    const skipped = festivalDaysBefore(year) + stretch.festivalDaysBefore - epochFestivals;
    return nameOf(first + day - epoch.day - skipped);
  };
}
