import type { CalendarShape } from './calendar-shape.ts';
import { plainName } from './plain-name.ts';

/** A month or a festival as one stretch of days of a year. */
export type Stretch = {
  readonly kind: 'month' | 'festival';
  /** Its place among the months, or among the festivals, of the calendar; from 1. */
  readonly number: number;
  readonly name: string;
  readonly days: number;
  /** How many days of the year lie before it. */
  readonly startsAt: number;
  /** How many of those are festival days. */
  readonly festivalDaysBefore: number;
};

export type YearLayout = {
  readonly stretches: readonly Stretch[];
  readonly days: number;
  readonly festivalDays: number;
};

/** The stretches of a common or of a leap year, in order. */
export function layOutYear(data: CalendarShape, leap: boolean): YearLayout {
  const stretches: Stretch[] = [];
  let days = 0;
  let festivalDays = 0;
  const add = (stretch: Pick<Stretch, 'kind' | 'number' | 'name' | 'days'>) => {
    stretches.push({ ...stretch, startsAt: days, festivalDaysBefore: festivalDays });
    days += stretch.days;
    if (stretch.kind === 'festival') festivalDays += stretch.days;
  };
  const addFestivals = (month: string | null) => {
    for (const [index, festival] of data.festivals.entries()) {
      const after = festival.after === undefined ? null : plainName(festival.after);
      if (after !== month || (festival.leap_years_only && !leap)) continue;
      add({ kind: 'festival', number: index + 1, name: festival.name, days: festival.days });
    }
  };

  addFestivals(null);
  for (const [index, month] of data.months.entries()) {
    const length = month.days + (leap ? month.leap_days : 0);
    add({ kind: 'month', number: index + 1, name: month.name, days: length });
    addFestivals(plainName(month.name));
  }
  return { stretches, days, festivalDays };
}
