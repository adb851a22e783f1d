import { z } from 'zod';
import { omitUndefined } from '#engine/util/omit-undefined.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import { addMicroseconds, compareWorldTimes, type WorldTime } from '#engine/util/world-time.ts';
import { rejectModelPlans } from '../checks/model-limits.ts';
import { findRecord } from '../edits/find-records.ts';
import { Duration, Moment, resolveMoment, toMicroseconds } from '../edits/world-time.ts';
import type { Effect } from '../effect.ts';
import { EntityId } from '../ids.ts';
import { findAudience } from '../knowledge.ts';
import { describeMissedDeadline } from '../missed-deadline.ts';
import { defineOperation, type OperationContext } from '../operation.ts';
import { Prose, Slug, StoredProposals } from '../records/field-types.ts';
import { Deadline, WARNING_LEVELS, WarningLevel } from '../records/pressures.ts';
import type { Snapshot } from '../snapshot.ts';
import { Visibility } from '../visibility.ts';

type Urgency = z.infer<typeof Deadline.shape.urgency>;

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
    const planted = rejectModelPlans(changes.operations, context, ['operations']);
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
      ...omitUndefined(changes),
      dueAt,
      // Only a reprieve restarts the countdown; otherwise no warning is repeated.
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
  const named = due === undefined ? before : resolveMoment(due, snapshot.time, calendar);
  const wanted = dueIn === undefined ? named : addMicroseconds(snapshot.time, toMicroseconds(dueIn));
  if (wanted === undefined)
    return reject('bad-input', 'set_deadline: a new deadline needs due or dueIn.', ['due']);
  if ('rejected' in wanted) return { ...wanted, path: ['due'] };
  if (compareWorldTimes(wanted, snapshot.time) > 0) return wanted;
  return reject('deadline-in-the-past', 'A deadline must lie ahead.', [field]);
}

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
    const warned = {
      ...deadline,
      urgency: raiseUrgency(deadline.urgency, level),
      warnings: { ...deadline.warnings, [level]: snapshot.time },
    };
    const text = `${deadline.description} (${level} warning)`;
    return {
      snapshot: { ...snapshot, deadlines: { ...snapshot.deadlines, [deadlineId]: warned } },
      effects: [{ type: 'notice', text, ...findAudience(snapshot, deadline) }],
    };
  },
});

const URGENCIES = Deadline.shape.urgency.options;
const URGENCY_OF = { subtle: 'medium', clear: 'high', urgent: 'critical' } as const;

/** Returns the urgency of a deadline after a warning; a warning never lowers it. */
function raiseUrgency(urgency: Urgency, level: WarningLevel): Urgency {
  const raised = URGENCY_OF[level];
  return URGENCIES.indexOf(raised) > URGENCIES.indexOf(urgency) ? raised : urgency;
}

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
        text: describeMissedDeadline(deadline),
        ...findAudience(snapshot, deadline),
      },
      { type: 'trigger-fired', source, description, operations: deadline.operations },
    ];
    return {
      snapshot: { ...snapshot, deadlines: { ...snapshot.deadlines, [deadlineId]: ended } },
      effects: outcome === 'missed' ? missed : [],
    };
  },
});
