import { z } from 'zod';

const Name = z
  .string()
  .trim()
  .max(60)
  .regex(
    /^\p{L}[\p{L}\p{M}' .-]*$/u,
    'a name starts with a letter and has no digits, so that dates can be read',
  );

const OtherNames = z.array(Name).default([]).describe('Other names people may write for it.');

const MonthData = z.strictObject({
  name: Name,
  also: OtherNames,
  days: z.int().min(1).max(1000),
  leap_days: z.int().min(0).max(100).default(0).describe('Days added in leap years.'),
});

const FestivalData = z.strictObject({
  name: Name,
  also: OtherNames,
  after: Name.optional().describe('The month it follows; left out, it opens the year.'),
  days: z.int().min(1).max(100).default(1),
  leap_years_only: z.boolean().default(false),
});

const YearNumber = z.int().min(-1_000_000).max(1_000_000);
const Interval = z.int().min(1).max(10_000);

const LeapYears = z.union([
  z.strictObject({
    every: Interval,
    except_every: Interval.optional(),
    unless_every: Interval.optional(),
    counting_from: YearNumber.default(0).describe('A year that is a leap year by `every`.'),
  }),
  z.strictObject({
    cycle: Interval.describe('How many years until the pattern repeats; year 1 is the first of a cycle.'),
    leap: z.array(z.int().min(1)).min(1).describe('Which years of the cycle are leap years.'),
  }),
]);

const WeekData = z.strictObject({
  days: z.array(Name).min(1),
  runs: z
    .enum(['without_break', 'skipping_festivals', 'anew_each_month'])
    .default('without_break')
    .describe('Whether festival days have a weekday, and whether every month opens a new week.'),
  first: Name.optional().describe('The weekday of the epoch day; left out, the first of the list.'),
});

const EraData = z.strictObject({
  name: Name,
  also: OtherNames,
  from_year: YearNumber.optional().describe(
    'The year of the unbroken count that is its year 1; not on the first era.',
  ),
  counts: z.enum(['up', 'down']).default('up').describe('Down, like BC, only for an era before another one.'),
});

/** The fields of a calendar file, before the checks that need several of them. */
export const CalendarShape = z.strictObject({
  name: Name,
  months: z.array(MonthData).min(1).max(100),
  festivals: z.array(FestivalData).max(100).default([]),
  leap_years: LeapYears.optional(),
  week: WeekData.optional(),
  eras: z.array(EraData).min(1),
  epoch: z
    .strictObject({ year: YearNumber.default(1), day: z.int().default(0) })
    .default({ year: 1, day: 0 }),
});
export type CalendarShape = z.infer<typeof CalendarShape>;

type LeapRule = NonNullable<CalendarShape['leap_years']>;

/** A pattern longer than this is refused, because it is laid out year by year. */
export const MAX_LEAP_CYCLE = 10_000;

/** Computes the remainder that is never negative. */
export function computeModulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}

/** Returns the number of years after which a leap rule repeats. */
export function measureLeapCycle(rule: LeapRule): number {
  if ('cycle' in rule) return rule.cycle;
  const { every, except_every = 1, unless_every = 1 } = rule;
  return leastCommonMultiple(leastCommonMultiple(every, except_every), unless_every);
}

/**
 * Creates the cycle of leap years: the entry at `year modulo length` tells. Returns a single false when there is no
 * rule.
 */
export function createLeapCycle(rule: LeapRule | undefined): readonly boolean[] {
  if (rule === undefined) return [false];
  return Array.from({ length: measureLeapCycle(rule) }, (_, year) => isLeap(rule, year));
}

function isLeap(rule: LeapRule, year: number): boolean {
  if ('cycle' in rule) return rule.leap.includes(computeModulo(year - 1, rule.cycle) + 1);
  const falls = (interval: number | undefined) =>
    interval !== undefined && computeModulo(year - rule.counting_from, interval) === 0;
  if (!falls(rule.every)) return false;
  return !falls(rule.except_every) || falls(rule.unless_every);
}

function leastCommonMultiple(a: number, b: number): number {
  return (a / greatestCommonDivisor(a, b)) * b;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
