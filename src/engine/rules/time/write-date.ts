import { assertNever } from '#engine/kit/assert-never.ts';
import type { DateParts, DateStyle } from '../calendar.ts';

/** A date with what its written forms need beyond its parts. */
type Writable = DateParts & {
  readonly yearOfCount: number;
  /** Null when the festival lasts a single day and needs no number. */
  readonly dayOfFestival: number | null;
};

export function writeDate(date: Writable, style: DateStyle): string {
  switch (style) {
    case 'header':
      return `${date.year} ${date.era}, ${monthAndDay(date)}, ${clock(date)}`;
    case 'date':
      return numbered(date);
    case 'iso':
      return `${numbered(date)}T${clock(date)}.${digits(date.microsecond, 6)}`;
    case 'long':
      return `${spoken(date)}, ${clock(date)} (${date.timeOfDay})`;
    default:
      return assertNever(style);
  }
}

function monthAndDay({ month, festival, day, dayOfFestival }: Writable): string {
  if (month !== null) return `${month} ${day}`;
  return dayOfFestival === null ? `${festival}` : `${festival} ${dayOfFestival}`;
}

function spoken(date: Writable): string {
  const { month, weekday, day, year, era } = date;
  const named = month === null ? `${monthAndDay(date)}, ${year} ${era}` : `${day} ${month} ${year} ${era}`;
  return weekday === null ? named : `${weekday}, ${named}`;
}

function numbered({ yearOfCount, monthNumber, day, festival, dayOfFestival }: Writable): string {
  const year = `${yearOfCount < 0 ? '-' : ''}${digits(Math.abs(yearOfCount), 4)}`;
  if (monthNumber !== null) return `${year}-${digits(monthNumber, 2)}-${digits(day, 2)}`;
  const name = `${festival}`.replaceAll(' ', '-');
  return dayOfFestival === null ? `${year}-${name}` : `${year}-${name}-${digits(dayOfFestival, 2)}`;
}

function clock({ hour, minute, second }: DateParts): string {
  return [hour, minute, second].map((hand) => digits(hand, 2)).join(':');
}

function digits(value: number, length: number): string {
  return String(value).padStart(length, '0');
}
