import type { Calendar } from './calendar.ts';
import type { CalendarData } from './calendar-data.ts';
import { assembleCalendar } from './time/assemble-calendar.ts';
import { reckoningOf } from './time/reckoning.ts';

/** The calendar an author described. */
export function calendarFromData(data: CalendarData): Calendar {
  return assembleCalendar(reckoningOf(data));
}
