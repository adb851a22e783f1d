import { CalendarData } from '../calendar-data.ts';
import { WESTERN_ERAS, WESTERN_MONTHS, WESTERN_WEEK } from './western-months.ts';

/**
 * The Julian calendar, in use in the West until 1582, on the same day count as the Gregorian. Leap years fall
 * every fourth year throughout: the irregular ones before AD 8 are not modelled, and years begin on 1 January
 * as historians write them, whatever day the chanceries of the time began them on.
 */
export const JULIAN = CalendarData.parse({
  name: 'Julian',
  months: WESTERN_MONTHS,
  leap_years: { every: 4 },
  week: { days: WESTERN_WEEK, first: 'Saturday' },
  eras: WESTERN_ERAS,
  epoch: { year: 1, day: -2 },
});
