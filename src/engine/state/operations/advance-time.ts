import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { advance } from '#engine/rules/time-advance.ts';
import { clampCost } from '#engine/rules/time-costs.ts';
import { defineOperation } from '../operation.ts';
import { atTimeWithin, Duration, microsecondsOf } from '../parts/passing-time.ts';
import { Slug } from '../records/bounds.ts';

/** Lets world time pass. It only ever moves forward. */
export const advanceTime = defineOperation({
  name: 'advance_time',
  summary:
    'Lets world time pass, always forward. Naming the activity (brief_dialogue, short_rest) keeps the amount within what that costs.',
  input: z.strictObject({ ...Duration.shape, activity: Slug.optional() }),

  apply(snapshot, { activity, ...amounts }, context) {
    const proposed = microsecondsOf(amounts);
    const cost =
      activity === undefined
        ? { microseconds: proposed }
        : clampCost(activity, proposed === 0 ? null : proposed, { costs: context.rules.timeCosts });
    if ('rejected' in cost) return { ...cost, path: ['activity'] };
    if (cost.microseconds === 0) {
      return reject(
        'time-stands-still',
        'Say how much time passes: days, hours, minutes, seconds or an activity.',
      );
    }
    const time = advance(snapshot.time, cost.microseconds, { god: false });
    return 'rejected' in time ? time : atTimeWithin(snapshot, time, context);
  },
});
