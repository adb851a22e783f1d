import { CalendarData } from '../calendar-data.ts';
import { WESTERN_ERAS, WESTERN_MONTHS, WESTERN_WEEK } from './western-months.ts';

/** The Gregorian calendar, carried back before its introduction in 1582 (proleptic). Its day 0 is 1 January AD 1. */
export const GREGORIAN = CalendarData.parse({
  name: 'Gregorian',
  months: WESTERN_MONTHS,
  leap_years: { every: 4, except_every: 100, unless_every: 400 },
  week: { days: WESTERN_WEEK, first: 'Monday' },
  eras: WESTERN_ERAS,
  epoch: { year: 1, day: 0 },
});
