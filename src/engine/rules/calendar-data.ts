import type { z } from 'zod';
import { calendarProblems } from './time/calendar-problems.ts';
import { CalendarShape } from './time/calendar-shape.ts';

/**
 * A calendar as an author writes it in a world file. Years are counted without a break (…, -1, 0, 1, …); eras
 * only say how that count is spoken. The first era has no beginning and, counting up, speaks the count as it
 * is. `epoch` fixes which day of the world opens which year of the count. Days have 24 hours.
 */
export const CalendarData = CalendarShape.superRefine((data, context) => {
  for (const { path, message } of calendarProblems(data)) context.addIssue({ code: 'custom', path, message });
});
export type CalendarData = z.infer<typeof CalendarData>;
