import { isRejection, type Rejection, reject } from '#engine/kit/rejection.ts';
import type { WorldTime } from '#engine/kit/world-time.ts';
import type { Calendar, DateParts } from '../calendar.ts';
import { timeOfDayAt } from '../time-of-day.ts';
import { clockAt, microsecondOfDay } from './day-clock.ts';
import { yearInEra } from './eras.ts';
import { findDay } from './find-day.ts';
import { readDate } from './read-date.ts';
import type { ReckonedDay, Reckoning } from './reckoning.ts';
import { writeDate } from './write-date.ts';

/** Adds the clock and the written forms to the arithmetic of days. */
export function assembleCalendar(reckoning: Reckoning): Calendar {
  const partsOf: Calendar['partsOf'] = (time) => parts(reckoning, reckoning.dateOf(time.day), time);

  const momentOf: Calendar['momentOf'] = (date) => {
    const microsecond = microsecondOfDay(date);
    if (isRejection(microsecond)) return microsecond;
    const day = findDay(reckoning, date);
    return isRejection(day) ? day : { day, microsecond };
  };

  return {
    name: reckoning.name,
    partsOf,
    momentOf,
    format(time, style) {
      const reckoned = reckoning.dateOf(time.day);
      const long = reckoned.stretch.kind === 'festival' && reckoned.stretch.days > 1;
      const extras = { yearOfCount: reckoned.year, dayOfFestival: long ? reckoned.day : null };
      return writeDate({ ...parts(reckoning, reckoned, time), ...extras }, style);
    },
    parse(text, from) {
      const read = readDate(text, reckoning, from === undefined ? null : partsOf(from));
      if (isRejection(read)) return read;
      const moment = momentOf(read.date);
      return isRejection(moment) ? moment : (wrongWeekday(partsOf(moment), read.weekday) ?? moment);
    },
  };
}

function parts(
  reckoning: Reckoning,
  { year, stretch, day, weekday }: ReckonedDay,
  time: WorldTime,
): DateParts {
  const clock = clockAt(time.microsecond);
  const isMonth = stretch.kind === 'month';
  return {
    ...yearInEra(reckoning.eras, year),
    month: isMonth ? stretch.name : null,
    monthNumber: isMonth ? stretch.number : null,
    day,
    festival: isMonth ? null : stretch.name,
    weekday,
    ...clock,
    timeOfDay: timeOfDayAt(clock.hour),
  };
}

function wrongWeekday({ weekday, day, month, year, era }: DateParts, said: string | null): Rejection | null {
  if (said === null || said === weekday) return null;
  const right = weekday === null ? 'has no weekday' : `is a ${weekday}`;
  return reject('wrong-weekday', `${day} ${month} ${year} ${era} ${right}, not a ${said}`, ['weekday']);
}
