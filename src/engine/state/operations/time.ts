import { z } from 'zod';
import { advanceWorldTime, clampCost, validateWorldTime } from '#engine/rules/elapsed-time.ts';
import { reject } from '#engine/util/rejection.ts';
import {
  Duration,
  Moment,
  resolveMoment,
  setWorldTimeWithLimit,
  toMicroseconds,
} from '../edits/world-time.ts';
import { defineOperation } from '../operation.ts';
import { Slug } from '../records/field-types.ts';

/** Lets world time pass. It only ever moves forward. */
export const advanceTime = defineOperation({
  name: 'advance_time',
  summary:
    'Lets world time pass, always forward. Naming the activity (brief_dialogue, short_rest) keeps the amount within what that costs.',
  input: z.strictObject({ ...Duration.shape, activity: Slug.optional() }),

  apply(snapshot, { activity, ...amounts }, context) {
    const proposed = toMicroseconds(amounts);
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
    const time = advanceWorldTime(snapshot.time, cost.microseconds, { god: false });
    return 'rejected' in time ? time : setWorldTimeWithLimit(snapshot, time, context);
  },
});

/** Sets the world's date and hour. Only a game master in GOD mode may set it back. */
export const setTime = defineOperation({
  name: 'set_time',
  summary: 'Sets the date and hour, later than now, as the calendar writes it; only GOD may go back.',
  input: z.strictObject({ to: Moment }),

  apply(snapshot, { to }, context) {
    const moment = resolveMoment(to, snapshot.time, context.calendar);
    if ('rejected' in moment) return moment;
    const time = validateWorldTime(snapshot.time, moment, { god: context.asker === 'god' });
    return 'rejected' in time ? { ...time, path: ['to'] } : setWorldTimeWithLimit(snapshot, time, context);
  },
});
