import type { WorldTime } from '#engine/kit/world-time.ts';
import type { Calendar } from '#engine/rules/calendar.ts';

/** The clock at the end of a calendar's long form: `, 20:31:00 (Night)`. */
const CLOCK = /,? \d{1,2}:\d{2}:\d{2}.*$/;

/** Writes a day as people say it: `Thursday, 15 March 2091 AD`. */
export function writeDay(time: WorldTime, calendar: Calendar): string {
  return calendar.format(time, 'long').replace(CLOCK, '');
}

/** Writes a moment as people say it: the day and the clock to the minute. */
export function writeMoment(time: WorldTime, calendar: Calendar): string {
  const { hour, minute } = calendar.partsOf(time);
  const pad = (number: number) => String(number).padStart(2, '0');
  return `${writeDay(time, calendar)}, ${pad(hour)}:${pad(minute)}`;
}
