import type { Calendar } from '#engine/rules/calendar.ts';
import { type CalendarChoice, chosenCalendar } from '#engine/rules/calendar-choice.ts';
import type { Content } from './library/content.ts';

const calendars = new WeakMap<object, Calendar>();

/** The calendar of a world. Made once for each world of a library. */
export function calendarOf(world: Content<'world'>): Calendar {
  const known = calendars.get(world);
  if (known !== undefined) return known;
  // Frozen data is the same data; the calendar only reads it.
  const calendar = chosenCalendar(world.data.calendar as CalendarChoice);
  calendars.set(world, calendar);
  return calendar;
}

/** What the snapshot calls it: the name of a built-in calendar, or the world's own id. */
export function calendarIdOf({ data, localId }: Content<'world'>): string {
  return typeof data.calendar === 'string' ? data.calendar : localId;
}
