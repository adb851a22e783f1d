import { oncePer } from '#engine/kit/once-per.ts';
import type { Calendar } from '#engine/rules/calendar.ts';
import { type CalendarChoice, chosenCalendar } from '#engine/rules/calendar-choice.ts';
import type { Content } from './library/content.ts';

/** The calendar of a world. Made once for each world of a library. */
export const calendarOf: (world: Content<'world'>) => Calendar = oncePer((world) =>
  // Frozen data is the same data; the calendar only reads it.
  chosenCalendar(world.data.calendar as CalendarChoice),
);

/** What the snapshot calls it: the name of a built-in calendar, or the world's own id. */
export function calendarIdOf({ data, localId }: Content<'world'>): string {
  return typeof data.calendar === 'string' ? data.calendar : localId;
}
