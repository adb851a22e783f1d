import { isRejection, type Rejection, reject } from '#engine/kit/rejection.ts';
import { yearInEra } from './eras.ts';
import type { Reckoning } from './reckoning.ts';

/**
 * Two calendars of one world with the same names, the earlier until the day before `firstDay` and the later
 * from then on. Dates the change left out are refused; a date both could mean belongs to the one in force.
 */
export function switchOver(name: string, earlier: Reckoning, later: Reckoning, firstDay: number): Reckoning {
  return {
    ...later,
    name,
    dateOf: (day) => (day < firstDay ? earlier : later).dateOf(day),
    dayOf(year, stretch, day) {
      const asLater = later.dayOf(year, stretch, day);
      if (!isRejection(asLater) && asLater >= firstDay) return asLater;
      const asEarlier = earlier.dayOf(year, stretch, day);
      if (isRejection(asEarlier) || asEarlier < firstDay) return asEarlier;
      return isRejection(asLater) ? asLater : leftOut(earlier, later, firstDay);
    },
  };
}

function leftOut(earlier: Reckoning, later: Reckoning, firstDay: number): Rejection {
  const from = spoken(earlier, firstDay - 1);
  const to = spoken(later, firstDay);
  return reject(
    'no-such-day',
    `that day was left out when the calendar changed: ${from} was followed by ${to}`,
    ['day'],
  );
}

function spoken(reckoning: Reckoning, day: number): string {
  const date = reckoning.dateOf(day);
  const { year, era } = yearInEra(reckoning.eras, date.year);
  return `${date.day} ${date.stretch.name} ${year} ${era}`;
}
