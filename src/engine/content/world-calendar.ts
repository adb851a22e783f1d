import type { Calendar } from '#engine/rules/calendar.ts';
import { type CalendarChoice, resolveCalendar } from '#engine/rules/calendar-choice.ts';
import { memoizeByObject } from '#engine/util/memoize.ts';
import type { Rejection } from '#engine/util/rejection.ts';
import { addMicroseconds, type WorldTime } from '#engine/util/world-time.ts';
import type { Content } from './library/content.ts';

/** Returns the calendar of a world. Made once for each world of a library. */
export const getCalendar: (world: Content<'world'>) => Calendar = memoizeByObject((world) =>
  // Frozen data is the same data; the calendar only reads it.
  resolveCalendar(world.data.calendar as CalendarChoice),
);

/** Returns the calendar's id in the snapshot: the name of a built-in calendar, or the world's own id. */
export function getCalendarId({ data, localId }: Content<'world'>): string {
  return typeof data.calendar === 'string' ? data.calendar : localId;
}

const MICROSECONDS = { d: 86_400_000_000, h: 3_600_000_000, m: 60_000_000 } as const;

/** Reads a date as an author wrote it. A bare year is its first day. */
export function readDate(calendar: Calendar, text: string): WorldTime | Rejection {
  if (/^-?\d+$/.test(text)) return calendar.momentOf({ year: Number(text), month: 1, day: 1 });
  return calendar.parse(text);
}

/** Adds a duration to a time: `3 days`, `6h`, `1d 12h 30m`. */
export function addDuration(time: WorldTime, duration: string): WorldTime {
  let microseconds = 0;
  for (const [, amount, unit = 'm'] of duration.matchAll(/(\d+) ?([dhm])/g)) {
    // The pattern lets only these three letters through.
    microseconds += Number(amount) * MICROSECONDS[unit as keyof typeof MICROSECONDS];
  }
  return addMicroseconds(time, microseconds);
}
