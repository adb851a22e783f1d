import { z } from 'zod';

/** How many microseconds make a day in every calendar we know. */
export const MICROSECONDS_PER_DAY = 86_400_000_000;

/**
 * A moment inside a world: a day counted from the calendar's own day 0, and the microsecond of that day.
 * Two integers keep microseconds exact over any number of years, and compare without knowing the calendar;
 * only a calendar turns them into years, months and names.
 */
export const WorldTime = z.strictObject({
  day: z.int(),
  microsecond: z
    .int()
    .min(0)
    .max(MICROSECONDS_PER_DAY - 1),
});
export type WorldTime = z.infer<typeof WorldTime>;

/** Negative when `a` is earlier than `b`, positive when later, 0 when they are the same moment. */
export function compareWorldTimes(a: WorldTime, b: WorldTime): number {
  return a.day - b.day || a.microsecond - b.microsecond;
}

/** The moment so many microseconds later (or earlier, if negative). */
export function addMicroseconds(time: WorldTime, microseconds: number): WorldTime {
  const total = time.microsecond + microseconds;
  const days = Math.floor(total / MICROSECONDS_PER_DAY);
  return { day: time.day + days, microsecond: total - days * MICROSECONDS_PER_DAY };
}

/** Whole and part minutes from one moment to another; negative when `to` is the earlier one. */
export function countMinutes(from: WorldTime, to: WorldTime): number {
  return (to.day - from.day) * 1440 + (to.microsecond - from.microsecond) / 60_000_000;
}
