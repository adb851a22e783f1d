import type { CalendarShape } from './calendar-shape.ts';

type LeapRule = NonNullable<CalendarShape['leap_years']>;

/** A pattern longer than this is refused, because it is laid out year by year. */
export const MAX_LEAP_CYCLE = 10_000;

/** The remainder that is never negative. */
export function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}

/** After how many years a leap rule repeats. */
export function leapCycleLength(rule: LeapRule): number {
  if ('cycle' in rule) return rule.cycle;
  const { every, except_every = 1, unless_every = 1 } = rule;
  return leastCommonMultiple(leastCommonMultiple(every, except_every), unless_every);
}

/** Which years are leap years: the entry at `year modulo length`. One false when there is no rule. */
export function leapCycle(rule: LeapRule | undefined): readonly boolean[] {
  if (rule === undefined) return [false];
  return Array.from({ length: leapCycleLength(rule) }, (_, year) => isLeap(rule, year));
}

function isLeap(rule: LeapRule, year: number): boolean {
  if ('cycle' in rule) return rule.leap.includes(modulo(year - 1, rule.cycle) + 1);
  const falls = (interval: number | undefined) =>
    interval !== undefined && modulo(year - rule.counting_from, interval) === 0;
  if (!falls(rule.every)) return false;
  return !falls(rule.except_every) || falls(rule.unless_every);
}

function leastCommonMultiple(a: number, b: number): number {
  return (a / greatestCommonDivisor(a, b)) * b;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
