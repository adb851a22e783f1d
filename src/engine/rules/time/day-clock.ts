import { type Rejection, reject } from '#engine/kit/rejection.ts';
import type { CalendarDate } from '../calendar.ts';

const UNITS = [
  { field: 'hour', microseconds: 3_600_000_000, count: 24 },
  { field: 'minute', microseconds: 60_000_000, count: 60 },
  { field: 'second', microseconds: 1_000_000, count: 60 },
  { field: 'microsecond', microseconds: 1, count: 1_000_000 },
] as const;

type Clock = { readonly [Field in (typeof UNITS)[number]['field']]: number };

/** Where the hands stand at a microsecond of the day. */
export function clockAt(microsecondOfDay: number): Clock {
  const hand = (index: number) => {
    const unit = UNITS[index];
    return unit === undefined ? 0 : Math.floor(microsecondOfDay / unit.microseconds) % unit.count;
  };
  return { hour: hand(0), minute: hand(1), second: hand(2), microsecond: hand(3) };
}

/** The microsecond of the day at which the hands stand so; what is missing is 0. */
export function microsecondOfDay(clock: Pick<CalendarDate, keyof Clock>): number | Rejection {
  let total = 0;
  for (const { field, microseconds, count } of UNITS) {
    const value = clock[field] ?? 0;
    if (!Number.isInteger(value) || value < 0 || value >= count) {
      const right = `${field} is a whole number from 0 to ${count - 1}, not ${value}`;
      return reject('clock-out-of-range', right, [field]);
    }
    total += value * microseconds;
  }
  return total;
}
