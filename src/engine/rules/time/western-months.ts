import type { z } from 'zod';
import type { CalendarShape } from './calendar-shape.ts';

type Written = z.input<typeof CalendarShape>;

/** The months the Julian and the Gregorian calendar share. */
export const WESTERN_MONTHS: Written['months'] = [
  { name: 'January', also: ['Jan'], days: 31 },
  { name: 'February', also: ['Feb'], days: 28, leap_days: 1 },
  { name: 'March', also: ['Mar'], days: 31 },
  { name: 'April', also: ['Apr'], days: 30 },
  { name: 'May', days: 31 },
  { name: 'June', also: ['Jun'], days: 30 },
  { name: 'July', also: ['Jul'], days: 31 },
  { name: 'August', also: ['Aug'], days: 31 },
  { name: 'September', also: ['Sep', 'Sept'], days: 30 },
  { name: 'October', also: ['Oct'], days: 31 },
  { name: 'November', also: ['Nov'], days: 30 },
  { name: 'December', also: ['Dec'], days: 31 },
];

export const WESTERN_WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** 1 BC is followed by AD 1; there is no year 0. In the unbroken count 1 BC is 0 and 44 BC is -43. */
export const WESTERN_ERAS: Written['eras'] = [
  { name: 'BC', also: ['BCE'], counts: 'down' },
  { name: 'AD', also: ['CE'], from_year: 1 },
];
