import { z } from 'zod';
import type { Rejection } from '#engine/util/rejection.ts';
import type { WorldTime } from '#engine/util/world-time.ts';

/** The parts of a day and the hours they hold, first and last included. Together they cover 0 to 23 once. */
export const TIMES_OF_DAY = [
  { name: 'Deep Night', from: 0, to: 4 },
  { name: 'Dawn', from: 5, to: 6 },
  { name: 'Morning', from: 7, to: 11 },
  { name: 'Midday', from: 12, to: 13 },
  { name: 'Afternoon', from: 14, to: 17 },
  { name: 'Evening', from: 18, to: 19 },
  { name: 'Night', from: 20, to: 23 },
] as const;

type TimeOfDay = (typeof TIMES_OF_DAY)[number]['name'];

/** Returns the part of the day an hour belongs to; always derived, never stored. */
export function getTimeOfDay(hour: number): TimeOfDay {
  const found = TIMES_OF_DAY.find(({ from, to }) => hour >= from && hour <= to);
  if (found === undefined) throw new RangeError(`an hour is a whole number from 0 to 23, not ${hour}`);
  return found.name;
}

/**
 * Moment in the words of the world's calendar. `year` is the number inside its era. A festival day belongs to no
 * month: `month` and `monthNumber` are null and `day` counts inside the festival.
 */
export type DateParts = {
  readonly year: number;
  readonly era: string;
  readonly month: string | null;
  readonly monthNumber: number | null;
  readonly day: number;
  readonly festival: string | null;
  /** Null where the calendar has no week, or where the day belongs to none. */
  readonly weekday: string | null;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** Within the second: 0 to 999999. */
  readonly microsecond: number;
  readonly timeOfDay: TimeOfDay;
};

/**
 * Proposed date. The month may be a name or a number, and may name a festival. Without an era the latest one is
 * meant; a missing clock is midnight. Ranges are judged by the calendar, not here.
 */
export const CalendarDate = z.object({
  year: z.int(),
  era: z.string().nullish(),
  month: z.union([z.string(), z.int()]).nullish(),
  day: z.int().nullish(),
  festival: z.string().nullish(),
  hour: z.int().optional(),
  minute: z.int().optional(),
  second: z.int().optional(),
  microsecond: z.int().optional(),
});
export type CalendarDate = Readonly<z.infer<typeof CalendarDate>>;

/**
 * Style of a written moment.
 * - `header`: `1492 DR, Mirtul 10, 14:30:25`
 * - `date`: `1430-01-31`, or `1492-Midwinter` on a festival; years before the first era's year 1 are counted
 *   through 0 and below, as ISO 8601 does (44 BC is `-0043`)
 * - `iso`: the same with the clock, `1430-01-31T14:30:25.000001`; the only style that keeps microseconds
 * - `long`: `Sunday, 1 January 1430 AD, 14:30:25 (Afternoon)`
 */
export type DateStyle = 'header' | 'date' | 'iso' | 'long';

/**
 * Turns moments into dates and back. Days have 24 hours in every calendar. Calendars that share a world share
 * its day count, so the same moment may be read in several of them.
 *
 * `momentOf(partsOf(t))` is `t` for every moment, and `parse(format(t, style))` is `t` to the precision the
 * style shows. Impossible input gives a rejection that names the field and the right value.
 */
export type Calendar = {
  readonly name: string;
  partsOf(time: WorldTime): DateParts;
  momentOf(date: CalendarDate): WorldTime | Rejection;
  format(time: WorldTime, style: DateStyle): string;
  /** Reads every style of `format` and their usual variations. Parts missing from the text are taken from `from`. */
  parse(text: string, from?: WorldTime): WorldTime | Rejection;
};
