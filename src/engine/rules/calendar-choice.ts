import { z } from 'zod';
import type { Calendar } from './calendar.ts';
import { createCalendar } from './time/assemble-calendar.ts';
import { gregorian, gregorian1582, gregorian1752, harptos, julian } from './time/built-in-calendars.ts';
import { CalendarData } from './time/calendar-data.ts';

const BUILT_IN = {
  gregorian,
  julian,
  gregorian_1582: gregorian1582,
  gregorian_1752: gregorian1752,
  harptos,
} as const satisfies Record<string, Calendar>;

const BuiltInName = z.enum(['gregorian', 'julian', 'gregorian_1582', 'gregorian_1752', 'harptos']);

/** Calendar declared by a world file: the name of a built-in one, or its own in full. */
export const CalendarChoice = z.union([BuiltInName, CalendarData], {
  error: `a calendar is one of ${BuiltInName.options.join(', ')}, or described with months and eras`,
});
export type CalendarChoice = z.infer<typeof CalendarChoice>;

export function resolveCalendar(choice: CalendarChoice): Calendar {
  return typeof choice === 'string' ? BUILT_IN[choice] : createCalendar(choice);
}
