import { z } from 'zod';
import { type Rejection, reject } from '#engine/kit/rejection.ts';
import { addMicroseconds, compareWorldTimes, type WorldTime } from '#engine/kit/world-time.ts';
import { EntityId } from '../ids.ts';
import { defineOperation, type OperationContext } from '../operation.ts';
import { defined } from '../parts/defined.ts';
import { Moment, momentOf } from '../parts/moment.ts';
import { Duration, microsecondsOf } from '../parts/passing-time.ts';
import { plantedByModel } from '../parts/plans.ts';
import { Prose, Slug } from '../records/bounds.ts';
import { Deadline } from '../records/deadline.ts';
import { Visibility } from '../records/knowledge.ts';
import { StoredProposals } from '../records/stored-proposal.ts';
import type { Snapshot } from '../snapshot.ts';

const Input = z.strictObject({
  deadlineId: Slug,
  description: Prose.optional(),
  due: Moment.optional().describe('When, as the calendar writes it.'),
  dueIn: Duration.optional().describe('Or how long from now.'),
  consequences: Prose.optional(),
  operations: StoredProposals.optional().describe('What the engine does when it passes; a game master only.'),
  urgency: Deadline.shape.urgency.optional(),
  relatedIds: z.array(EntityId).max(40).optional(),
  visibility: Visibility.optional(),
});

const NEW_DEADLINE = {
  description: '',
  consequences: '',
  operations: [],
  urgency: 'medium',
  status: 'active',
  warnings: { subtle: null, clear: null, urgent: null },
  relatedIds: [],
  visibility: 'public',
  knownTo: [],
} as const;

/** Sets a moment by which something must have happened, or moves it. */
export const setDeadline = defineOperation({
  name: 'set_deadline',
  summary: 'Sets a deadline (description, due or dueIn, consequences) or changes an active one.',
  input: Input,

  apply(snapshot, input, context) {
    const { deadlineId, due, dueIn, ...changes } = input;
    const before = snapshot.deadlines[deadlineId];
    if (before !== undefined && before.status !== 'active') {
      return reject('deadline-over', `${deadlineId} is ${before.status}; set another one.`, ['deadlineId']);
    }
    const planted = plantedByModel(changes.operations, context, ['operations']);
    if (planted !== null) return planted;
    const dueAt = dueTime(snapshot, input, before?.dueAt, context);
    if ('rejected' in dueAt) return dueAt;
    if (before === undefined && changes.description === undefined) {
      return reject('bad-input', 'set_deadline: a new deadline needs its description.', ['description']);
    }

    const kept = before ?? { ...NEW_DEADLINE, id: deadlineId, startedAt: snapshot.time, dueAt };
    const postponed = compareWorldTimes(dueAt, kept.dueAt) > 0 && context.asker !== 'model';
    const deadline = {
      ...kept,
      ...defined(changes),
      dueAt,
      // Only a reprieve begins the countdown anew; otherwise what was warned of is not warned of again.
      ...(postponed && { startedAt: snapshot.time, warnings: NEW_DEADLINE.warnings }),
    };
    return { ...snapshot, deadlines: { ...snapshot.deadlines, [deadlineId]: deadline } };
  },
});

function dueTime(
  snapshot: Snapshot,
  { due, dueIn }: z.output<typeof Input>,
  before: WorldTime | undefined,
  { calendar }: OperationContext,
): WorldTime | Rejection {
  if (due !== undefined && dueIn !== undefined) {
    return reject('bad-input', 'set_deadline: give due or dueIn, not both.', ['dueIn']);
  }
  const field = dueIn === undefined ? 'due' : 'dueIn';
  const named = due === undefined ? before : momentOf(due, snapshot.time, calendar);
  const wanted = dueIn === undefined ? named : addMicroseconds(snapshot.time, microsecondsOf(dueIn));
  if (wanted === undefined)
    return reject('bad-input', 'set_deadline: a new deadline needs due or dueIn.', ['due']);
  if ('rejected' in wanted) return { ...wanted, path: ['due'] };
  if (compareWorldTimes(wanted, snapshot.time) > 0) return wanted;
  return reject('deadline-in-the-past', 'A deadline must lie ahead.', [field]);
}
