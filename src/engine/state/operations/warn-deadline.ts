import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { defineOperation } from '../operation.ts';
import { audienceOf } from '../parts/audience.ts';
import { findRecord } from '../parts/find.ts';
import { Slug } from '../records/bounds.ts';
import { WARNING_LEVELS, WarningLevel } from '../records/deadline.ts';

/** Gives one of a deadline's three warnings. Each is given once, and never a weaker one after a stronger. */
export const warnDeadline = defineOperation({
  name: 'warn_deadline',
  summary: 'Gives the subtle, clear or urgent warning of a deadline; each only once.',
  input: z.strictObject({ deadlineId: Slug, level: WarningLevel }),

  apply(snapshot, { deadlineId, level }) {
    const deadline = findRecord('deadline', snapshot.deadlines, deadlineId, ['deadlineId']);
    if ('rejected' in deadline) return deadline;
    if (deadline.status !== 'active') {
      return reject('deadline-over', `${deadlineId} is ${deadline.status}.`, ['deadlineId']);
    }
    const given = WARNING_LEVELS.slice(WARNING_LEVELS.indexOf(level)).find(
      (at) => deadline.warnings[at] !== null,
    );
    if (given !== undefined) {
      return reject('already-warned', `The ${given} warning of ${deadlineId} was given already.`, ['level']);
    }
    const warned = { ...deadline, warnings: { ...deadline.warnings, [level]: snapshot.time } };
    const text = `${deadline.description} (${level} warning)`;
    return {
      snapshot: { ...snapshot, deadlines: { ...snapshot.deadlines, [deadlineId]: warned } },
      effects: [{ type: 'notice', text, ...audienceOf(snapshot, deadline) }],
    };
  },
});
