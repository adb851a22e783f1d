import type { Calendar } from './calendar.ts';
import { calendarFromData } from './calendar-from-data.ts';
import { assembleCalendar } from './time/assemble-calendar.ts';
import { GREGORIAN } from './time/gregorian.ts';
import { HARPTOS } from './time/harptos.ts';
import { JULIAN } from './time/julian.ts';
import { reckoningOf } from './time/reckoning.ts';
import { switchOver } from './time/switch-over.ts';

/** The Gregorian calendar for all time, as modern software counts. */
export const gregorian: Calendar = calendarFromData(GREGORIAN);

/** The Julian calendar for all time; the right one for a Christian Europe before 1582. */
export const julian: Calendar = calendarFromData(JULIAN);

/** Julian until 4 October 1582, Gregorian from 15 October: Castile, Portugal, Poland and most of Italy. */
export const gregorian1582: Calendar = assembleCalendar(
  switchOver('Gregorian of 1582', reckoningOf(JULIAN), reckoningOf(GREGORIAN), 577_735),
);

/** Julian until 2 September 1752, Gregorian from 14 September: Britain and its colonies. */
export const gregorian1752: Calendar = assembleCalendar(
  switchOver('Gregorian of 1752', reckoningOf(JULIAN), reckoningOf(GREGORIAN), 639_796),
);

export const harptos: Calendar = calendarFromData(HARPTOS);
