import type { z } from 'zod';
import { toPlainName, writeNameAdvice } from '../names/nearest-name.ts';
import { CalendarShape, MAX_LEAP_CYCLE, measureLeapCycle } from './calendar-shape.ts';

type Problem = { readonly path: (string | number)[]; readonly message: string };

/** Finds faults of a calendar file that only show when its fields are read together. */
function findCalendarProblems(data: CalendarShape): Problem[] {
  return [...sharedNames(data), ...festivals(data), ...leapYears(data), ...week(data), ...eras(data)];
}

function sharedNames({ months, festivals, eras }: CalendarShape): Problem[] {
  const place = (list: string) => (_: unknown, index: number) => [list, index];
  const yearParts = [...months.map(place('months')), ...festivals.map(place('festivals'))];
  return [...takenTwice([...months, ...festivals], yearParts), ...takenTwice(eras, eras.map(place('eras')))];
}

type Named = { readonly name: string; readonly also: readonly string[] };

function takenTwice(named: readonly Named[], paths: readonly (string | number)[][]): Problem[] {
  const owners = new Map<string, number>();
  return named.flatMap(({ name, also }, index) => {
    const taken = [...new Set([name, ...also].map(toPlainName))].find((each) => owners.has(each));
    for (const each of [name, ...also]) owners.set(toPlainName(each), index);
    const message = `the name ${taken} is already taken by an earlier entry; give each its own`;
    return taken === undefined ? [] : [{ path: paths[index] ?? [], message }];
  });
}

function festivals({ festivals, months, leap_years }: CalendarShape): Problem[] {
  const names = months.map(({ name }) => name);
  return festivals.flatMap(({ after, leap_years_only }, index) => {
    const problems: Problem[] = [];
    if (after !== undefined && !names.some((name) => toPlainName(name) === toPlainName(after))) {
      const message = `no month is called ${after}; ${writeNameAdvice(after, names)}`;
      problems.push({ path: ['festivals', index, 'after'], message });
    }
    if (leap_years_only && leap_years === undefined) {
      const message = 'a festival of leap years needs leap_years to say which years those are';
      problems.push({ path: ['festivals', index, 'leap_years_only'], message });
    }
    return problems;
  });
}

function leapYears({ leap_years: rule, months, festivals }: CalendarShape): Problem[] {
  if (rule === undefined) {
    const index = months.findIndex(({ leap_days }) => leap_days > 0);
    const message = 'leap days need leap_years to say in which years they are added';
    return index === -1 ? [] : [{ path: ['months', index, 'leap_days'], message }];
  }
  const problems: Problem[] = [];
  const complain = (message: string) => problems.push({ path: ['leap_years'], message });
  const longer =
    months.some(({ leap_days }) => leap_days > 0) || festivals.some((each) => each.leap_years_only);
  if (!longer)
    complain('no month has leap_days and no festival is leap_years_only, so leap years add nothing');
  if (measureLeapCycle(rule) > MAX_LEAP_CYCLE)
    complain(`the rule must repeat within ${MAX_LEAP_CYCLE} years`);
  if ('leap' in rule && rule.leap.some((year) => year > rule.cycle)) {
    complain(`leap lists years of the cycle, from 1 to ${rule.cycle}`);
  }
  if ('every' in rule && rule.unless_every !== undefined && rule.except_every === undefined) {
    complain('unless_every brings back years that except_every took away; write except_every too');
  }
  return problems;
}

function week({ week }: CalendarShape): Problem[] {
  if (week === undefined) return [];
  const problems: Problem[] = [];
  const plain = week.days.map(toPlainName);
  if (new Set(plain).size < plain.length) {
    problems.push({ path: ['week', 'days'], message: 'two weekdays have the same name; give each its own' });
  }
  if (week.first !== undefined && !plain.includes(toPlainName(week.first))) {
    const message = `no weekday is called ${week.first}; ${writeNameAdvice(week.first, week.days)}`;
    problems.push({ path: ['week', 'first'], message });
  }
  return problems;
}

function eras({ eras }: CalendarShape): Problem[] {
  return eras.flatMap((era, index) => {
    const problem = index === 0 ? firstEra(era, eras.length) : laterEra(era, eras[index - 1]?.from_year);
    return problem === null ? [] : [{ path: ['eras', index, problem.field], message: problem.message }];
  });
}

type Era = CalendarShape['eras'][number];
type EraProblem = { readonly field: keyof Era; readonly message: string } | null;

function firstEra({ from_year, counts }: Era, count: number): EraProblem {
  if (from_year !== undefined) {
    return { field: 'from_year', message: 'the first era has no beginning; leave it out' };
  }
  if (counts === 'up' || count > 1) return null;
  return { field: 'counts', message: 'no era follows to count down to; count up' };
}

function laterEra({ from_year, counts }: Era, earlier: number | undefined): EraProblem {
  if (counts === 'down') return { field: 'counts', message: 'only the first era may count down' };
  if (from_year === undefined) {
    return { field: 'from_year', message: 'say in which year of the count this era begins' };
  }
  if (earlier === undefined || earlier < from_year) return null;
  return { field: 'from_year', message: `must be later than ${earlier}, where the era before it begins` };
}

/**
 * A calendar as an author writes it in a world file. Years are counted without a break (…, -1, 0, 1, …); eras only
 * decide how that count is written. The first era has no beginning and, counting up, uses the count as it is. `epoch`
 * fixes which day of the world opens which year of the count. Days have 24 hours.
 */
export const CalendarData = CalendarShape.superRefine((data, context) => {
  for (const { path, message } of findCalendarProblems(data))
    context.addIssue({ code: 'custom', path, message });
});
export type CalendarData = z.infer<typeof CalendarData>;
