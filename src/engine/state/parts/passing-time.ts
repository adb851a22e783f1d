import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { compareWorldTimes, minutesBetween, type WorldTime } from '#engine/kit/world-time.ts';
import type { Changed, OperationContext, Outcome } from '../operation.ts';
import type { Snapshot } from '../snapshot.ts';

const Whole = z.int().min(0).max(1_000_000);

const MICROSECONDS = {
  days: 86_400_000_000,
  hours: 3_600_000_000,
  minutes: 60_000_000,
  seconds: 1_000_000,
  microseconds: 1,
} as const;

/** A length of world time, in whichever units come naturally; they add up. */
export const Duration = z.strictObject({
  days: Whole.max(100_000).optional(),
  hours: Whole.optional(),
  minutes: Whole.optional(),
  seconds: Whole.optional(),
  microseconds: Whole.optional(),
});

export function microsecondsOf(duration: z.output<typeof Duration>): number {
  const { days = 0, hours = 0, minutes = 0, seconds = 0, microseconds = 0 } = duration;
  return (
    days * MICROSECONDS.days +
    hours * MICROSECONDS.hours +
    minutes * MICROSECONDS.minutes +
    seconds * MICROSECONDS.seconds +
    microseconds
  );
}

/** The snapshot at another moment, and the effect that says so. */
export function atTime(snapshot: Snapshot, time: WorldTime): Changed {
  return {
    snapshot: { ...snapshot, time },
    effects: [{ type: 'time-advanced', from: snapshot.time, to: time }],
  };
}

/** The same, but no later than the context allows; what was cut off is said to the game master. */
export function atTimeWithin(
  snapshot: Snapshot,
  time: WorldTime,
  { latest }: Pick<OperationContext, 'latest'>,
): Outcome {
  if (latest === undefined || compareWorldTimes(time, latest) <= 0) return atTime(snapshot, time);
  if (compareWorldTimes(snapshot.time, latest) >= 0) {
    return reject('too-much-time', 'As much time has passed in this turn as what was done can take.');
  }
  const { snapshot: next, effects } = atTime(snapshot, latest);
  const [said, allowed] = [time, latest].map((end) => Math.round(minutesBetween(snapshot.time, end)));
  const text = `${said} minutes were to pass at once; what was done takes ${allowed} at most, and so many passed.`;
  return { snapshot: next, effects: [...effects, { type: 'notice', audience: 'gm', text }] };
}
