import { modulo } from './leap-cycle.ts';

/** How many days of some kind lie before each year, counted from the start of year 0 and exact in both directions. */
export type YearCount = {
  before(year: number): number;
  /** The year that holds the day with so many days before it. */
  holding(daysBefore: number): number;
};

/** Lays out one leap cycle and repeats it for ever. */
export function yearCount(cycle: readonly boolean[], commonDays: number, leapDays: number): YearCount {
  const starts = [0];
  for (const leap of cycle) starts.push((starts.at(-1) ?? 0) + (leap ? leapDays : commonDays));
  const cycleDays = starts.at(-1) ?? 0;
  const startOf = (position: number) => starts[position] ?? cycleDays;

  return {
    before: (year) => Math.floor(year / cycle.length) * cycleDays + startOf(modulo(year, cycle.length)),
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
