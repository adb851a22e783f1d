import type { CalendarDate } from '../calendar.ts';
import { TIMES_OF_DAY } from '../time-of-day.ts';
import { plainName } from './plain-name.ts';

type Clock = Pick<CalendarDate, 'hour' | 'minute' | 'second' | 'microsecond'>;

const CLOCK =
  /(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.(?<fraction>\d{1,6}))?)?(?: ?(?<half>[ap]m))?$/i;

/**
 * Takes the time off the end of a text: `14:30`, `14:30:25.000001`, `2:30 pm`, or a part of the day, which
 * stands for its first hour. The clock is null when the text does not end in one. `names` are the plain names
 * of months and festivals, so that a festival called Long Night is not taken for an hour.
 */
export function takeClock(
  text: string,
  names: ReadonlyMap<string, unknown>,
): { readonly rest: string; readonly clock: Clock | null } {
  const match = CLOCK.exec(text);
  if (match !== null) return { rest: before(text, match.index), clock: readHands(match.groups ?? {}) };
  const plain = plainName(text);
  if (names.has(lastName(text))) return { rest: text, clock: null };
  for (const { name, from } of TIMES_OF_DAY) {
    const words = plainName(name);
    // "Deep Night" also ends in "Night": the list has the longer name first.
    if (plain !== words && !plain.endsWith(` ${words}`)) continue;
    const start = text.toLowerCase().lastIndexOf(name.toLowerCase());
    if (start >= 0) return { rest: before(text, start), clock: { hour: from } };
  }
  return { rest: text, clock: null };
}

function lastName(text: string): string {
  return plainName(text.slice(text.lastIndexOf(',') + 1).replace(/[-\d]+/g, ' '));
}

function before(text: string, end: number): string {
  return text.slice(0, end).replace(/[\s,]+$/, '');
}

function readHands(groups: Partial<Record<string, string>>): Clock {
  const { hour = '0', minute = '0', second = '0', fraction = '', half } = groups;
  return {
    hour: half === undefined ? Number(hour) : halfDayHour(Number(hour), half.toLowerCase() === 'pm'),
    minute: Number(minute),
    second: Number(second),
    microsecond: Number(fraction.padEnd(6, '0')),
  };
}

function halfDayHour(hour: number, afternoon: boolean): number {
  // "14:30 pm" says the same thing twice; the hour is the clearer half.
  return hour > 12 ? hour : (hour % 12) + (afternoon ? 12 : 0);
}
