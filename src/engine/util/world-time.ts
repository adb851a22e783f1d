import { z } from 'zod';

/** Microseconds of a day, in every supported calendar. */
export const MICROSECONDS_PER_DAY = 86_400_000_000;

/**
 * Moment inside a world: a day counted from the calendar's own day 0, and the microsecond of that day. Two integers
 * keep microseconds exact over any number of years, and compare without knowing the calendar. Only a calendar turns
 * them into years, months and names.
 */
export const WorldTime = z.strictObject({
  day: z.int(),
  microsecond: z
    .int()
    .min(0)
    .max(MICROSECONDS_PER_DAY - 1),
});
export type WorldTime = z.infer<typeof WorldTime>;

/** Returns a negative number when `a` is earlier than `b`, positive when later, 0 for the same moment. */
export function compareWorldTimes(a: WorldTime, b: WorldTime): number {
  return a.day - b.day || a.microsecond - b.microsecond;
}

/** Returns the moment that many microseconds later (or earlier, if negative). */
export function addMicroseconds(time: WorldTime, microseconds: number): WorldTime {
  const total = time.microsecond + microseconds;
  const days = Math.floor(total / MICROSECONDS_PER_DAY);
  return { day: time.day + days, microsecond: total - days * MICROSECONDS_PER_DAY };
}

/** Returns the minutes from one moment to another, with fractions; negative when `to` is the earlier one. */
export function countMinutes(from: WorldTime, to: WorldTime): number {
  return (to.day - from.day) * 1440 + (to.microsecond - from.microsecond) / 60_000_000;
}
