import { z } from 'zod';
import { advanceTo } from '#engine/rules/time-advance.ts';
import { defineOperation } from '../operation.ts';
import { Moment, momentOf } from '../parts/moment.ts';
import { atTimeWithin } from '../parts/passing-time.ts';

/** Sets the world's date and hour. Only a game master in GOD mode may set it back. */
export const setTime = defineOperation({
  name: 'set_time',
  summary: 'Sets the date and hour, later than now, as the calendar writes it; only GOD may go back.',
  input: z.strictObject({ to: Moment }),

  apply(snapshot, { to }, context) {
    const moment = momentOf(to, snapshot.time, context.calendar);
    if ('rejected' in moment) return moment;
    const time = advanceTo(snapshot.time, moment, { god: context.asker === 'god' });
    return 'rejected' in time ? { ...time, path: ['to'] } : atTimeWithin(snapshot, time, context);
  },
});
