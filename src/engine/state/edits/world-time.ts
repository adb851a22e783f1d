import { z } from 'zod';
import type { Calendar } from '#engine/rules/calendar.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import { compareWorldTimes, countMinutes, WorldTime } from '#engine/util/world-time.ts';
import type { ChangedState, OperationContext, OperationOutcome } from '../operation.ts';
import type { Snapshot } from '../snapshot.ts';

const Whole = z.int().min(0).max(1_000_000);

const MICROSECONDS = {
  days: 86_400_000_000,
  hours: 3_600_000_000,
  minutes: 60_000_000,
  seconds: 1_000_000,
  microseconds: 1,
} as const;

/** Length of world time, in any mix of units; the units add up. */
export const Duration = z.strictObject({
  days: Whole.max(100_000).optional(),
  hours: Whole.optional(),
  minutes: Whole.optional(),
  seconds: Whole.optional(),
  microseconds: Whole.optional(),
});

export function toMicroseconds(duration: z.output<typeof Duration>): number {
  const { days = 0, hours = 0, minutes = 0, seconds = 0, microseconds = 0 } = duration;
  return (
    days * MICROSECONDS.days +
    hours * MICROSECONDS.hours +
    minutes * MICROSECONDS.minutes +
    seconds * MICROSECONDS.seconds +
    microseconds
  );
}

/** Sets the world time and adds the effect that reports it. */
export function setWorldTime(snapshot: Snapshot, time: WorldTime): ChangedState {
  return {
    snapshot: { ...snapshot, time },
    effects: [{ type: 'time-advanced', from: snapshot.time, to: time }],
  };
}

/** Sets the world time no later than the context allows. Tells the game master when it was cut short. */
export function setWorldTimeWithLimit(
  snapshot: Snapshot,
  time: WorldTime,
  { latest }: Pick<OperationContext, 'latest'>,
): OperationOutcome {
  if (latest === undefined || compareWorldTimes(time, latest) <= 0) return setWorldTime(snapshot, time);
  if (compareWorldTimes(snapshot.time, latest) >= 0) {
    return reject('too-much-time', 'As much time has passed in this turn as what was done can take.');
  }
  const { snapshot: next, effects } = setWorldTime(snapshot, latest);
  const [said, allowed] = [time, latest].map((end) => Math.round(countMinutes(snapshot.time, end)));
  const text = `${said} minutes were to pass at once; what was done takes ${allowed} at most, and so many passed.`;
  return { snapshot: next, effects: [...effects, { type: 'notice', audience: 'gm', text }] };
}

/** A moment as people write it (`1492 DR, Mirtul 10, 14:30`), read by the world's calendar, or a world time. */
export const Moment = z.union([z.string().min(1).max(120), WorldTime]);
export type Moment = z.infer<typeof Moment>;

/** Converts a moment to world time; takes the parts a text leaves out from `now`. */
export function resolveMoment(moment: Moment, now: WorldTime, calendar: Calendar): WorldTime | Rejection {
  return typeof moment === 'string' ? calendar.parse(moment, now) : moment;
}
