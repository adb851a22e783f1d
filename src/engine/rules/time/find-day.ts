import { isRejection, type Rejection, reject } from '#engine/kit/rejection.ts';
import type { CalendarDate } from '../calendar.ts';
import { yearOfCount } from './eras.ts';
import { plainName, suggestion } from './plain-name.ts';
import type { Reckoning, StretchRef } from './reckoning.ts';

/** The day of the world a proposed date means, or what is wrong with it. */
export function findDay(reckoning: Reckoning, date: CalendarDate): number | Rejection {
  const year = yearOfCount(reckoning.eras, date.year, date.era);
  if (isRejection(year)) return year;
  const stretch = findStretch(reckoning, date);
  if (isRejection(stretch)) return stretch;
  const day = date.day ?? onlyDay(reckoning, stretch);
  if (day === null) return reject('missing-day', 'a date in a month needs its day, counted from 1', ['day']);
  return reckoning.dayOf(year, stretch, day);
}

function onlyDay({ festivals }: Reckoning, { kind, number }: StretchRef): number | null {
  return kind === 'festival' && festivals[number - 1]?.days === 1 ? 1 : null;
}

function findStretch(reckoning: Reckoning, { month, festival }: CalendarDate): StretchRef | Rejection {
  if (festival != null && month != null) {
    return reject('month-and-festival', `${festival} belongs to no month; leave the month out`, ['month']);
  }
  if (festival != null) return findFestival(reckoning, festival);
  if (month == null)
    return reject('missing-month', 'a date needs a month, or the name of a festival', ['month']);
  return typeof month === 'number' ? monthNumbered(reckoning, month) : monthNamed(reckoning, month);
}

function findFestival(
  { festivals, name, stretchesByName }: Reckoning,
  wanted: string,
): StretchRef | Rejection {
  const found = stretchesByName.get(plainName(wanted));
  if (found?.kind === 'festival') return found;
  const names = festivals.map((each) => each.name);
  const advice = names.length === 0 ? 'it has no festival days' : suggestion(wanted, names);
  return reject('unknown-festival', `${wanted} is no festival of the ${name} calendar; ${advice}`, [
    'festival',
  ]);
}

function monthNumbered({ months }: Reckoning, number: number): StretchRef | Rejection {
  if (number >= 1 && number <= months.length) return { kind: 'month', number };
  return reject('unknown-month', `months are numbered from 1 to ${months.length}, not ${number}`, ['month']);
}

function monthNamed(
  { months, festivals, name, stretchesByName }: Reckoning,
  wanted: string,
): StretchRef | Rejection {
  const found = stretchesByName.get(plainName(wanted));
  if (found !== undefined) return found;
  const advice = suggestion(
    wanted,
    [...months, ...festivals].map((each) => each.name),
  );
  return reject('unknown-month', `${wanted} is no month of the ${name} calendar; ${advice}`, ['month']);
}
