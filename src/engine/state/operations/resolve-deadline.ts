import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { compareWorldTimes } from '#engine/kit/world-time.ts';
import type { Effect } from '../effect.ts';
import { defineOperation } from '../operation.ts';
import { audienceOf } from '../parts/audience.ts';
import { findRecord } from '../parts/find.ts';
import { Slug } from '../records/bounds.ts';
import { tooLate } from '../too-late.ts';

/** Ends a deadline. When it is missed, its consequences come about. */
export const resolveDeadline = defineOperation({
  name: 'resolve_deadline',
  summary: 'Ends a deadline: met, missed (only once it has passed) or cancelled.',
  input: z.strictObject({ deadlineId: Slug, outcome: z.enum(['met', 'missed', 'cancelled']) }),

  apply(snapshot, { deadlineId, outcome }, { asker }) {
    const deadline = findRecord('deadline', snapshot.deadlines, deadlineId, ['deadlineId']);
    if ('rejected' in deadline) return deadline;
    if (deadline.status !== 'active') {
      return reject('deadline-over', `${deadlineId} is ${deadline.status} already.`, ['deadlineId']);
    }
    const passed = compareWorldTimes(snapshot.time, deadline.dueAt) >= 0;
    if (outcome === 'missed' && !passed && (asker === 'model' || asker === 'engine')) {
      return reject('not-yet-due', `${deadlineId} has not passed yet and cannot be missed.`, ['outcome']);
    }
    if (outcome !== 'missed' && passed && asker === 'model') {
      const sentence = `${deadlineId} has passed; it can only be missed now.`;
      return reject('deadline-passed', sentence, ['outcome']);
    }
    const ended = { ...deadline, status: outcome };
    const source = { kind: 'deadline', id: deadlineId } as const;
    const description = deadline.consequences;
    const missed: Effect[] = [
      {
        type: 'notice',
        text: tooLate(deadline),
        ...audienceOf(snapshot, deadline),
      },
      { type: 'trigger-fired', source, description, operations: deadline.operations },
    ];
    return {
      snapshot: { ...snapshot, deadlines: { ...snapshot.deadlines, [deadlineId]: ended } },
      effects: outcome === 'missed' ? missed : [],
    };
  },
});
