import type { WorldTime } from '#engine/kit/world-time.ts';
import type { Calendar } from '#engine/rules/calendar.ts';

/** Writes a moment as people say it: the date and the clock to the minute. */
export function writeMoment(time: WorldTime, calendar: Calendar): string {
  const { hour, minute } = calendar.partsOf(time);
  const pad = (number: number) => String(number).padStart(2, '0');
  return `${calendar.format(time, 'date')}, ${pad(hour)}:${pad(minute)}`;
}
