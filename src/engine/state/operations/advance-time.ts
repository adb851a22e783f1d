import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { addMicroseconds } from '#engine/kit/world-time.ts';
import { defineOperation } from '../operation.ts';
import { Line } from '../records/bounds.ts';

const Whole = z.int().min(0).max(1_000_000);

const MICROSECONDS = {
  days: 86_400_000_000,
  hours: 3_600_000_000,
  minutes: 60_000_000,
  seconds: 1_000_000,
  microseconds: 1,
};

/** Lets world time pass. It only ever moves forward. */
export const advanceTime = defineOperation({
  name: 'advance_time',
  summary: 'Lets world time pass by the given amount, always forward; say what filled the time.',
  input: z.strictObject({
    days: Whole.optional(),
    hours: Whole.optional(),
    minutes: Whole.optional(),
    seconds: Whole.optional(),
    microseconds: Whole.optional(),
    reason: Line.optional(),
  }),

  apply(snapshot, { reason: _reason, ...amounts }) {
    let elapsed = 0;
    for (const [unit, size] of Object.entries(MICROSECONDS)) {
      // The keys of the table are the names of the input's amounts.
      elapsed += (amounts[unit as keyof typeof MICROSECONDS] ?? 0) * size;
    }
    if (elapsed <= 0)
      return reject('time-stands-still', 'Time must move forward by at least one microsecond.');
    const to = addMicroseconds(snapshot.time, elapsed);
    const effects = [{ type: 'time-advanced', from: snapshot.time, to } as const];
    return { snapshot: { ...snapshot, time: to }, effects };
  },
});
