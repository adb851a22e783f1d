import { compareWorldTimes, countMinutes, MICROSECONDS_PER_DAY } from '#engine/util/world-time.ts';
import { removeExpiredConditions } from './conditions.ts';
import type { Effect } from './effect.ts';
import type { Proposal } from './operations.ts';
import type { Agenda, Character, Deadline, Resource } from './record.ts';
import { WARNING_LEVELS } from './records/pressures.ts';
import type { Snapshot } from './snapshot.ts';
import type { StateRules } from './state-rules.ts';

type Notice = Extract<Effect, { readonly type: 'notice' }>;

/** Results of passing time: operations to apply as the engine, and notices beside their effects. */
export type TimePressure = { readonly operations: readonly Proposal[]; readonly notices: readonly Notice[] };

/**
 * Computes the results of the last range of world time: deadlines warn and expire, agendas move, resources run down,
 * conditions end. `snapshot` already stands at the end of the range; `elapsed` is its length in microseconds. A pure
 * function: applied again to its own result, with no more time gone by, it returns nothing.
 */
export function computeTimePressure(snapshot: Snapshot, elapsed: number, rules: StateRules): TimePressure {
  return {
    operations: [
      ...deadlineOperations(snapshot, rules),
      ...agendaOperations(snapshot, elapsed),
      ...resourceOperations(snapshot),
      ...conditionOperations(snapshot, rules),
    ],
    notices: blockedNotices(snapshot, elapsed),
  };
}

function deadlineOperations(snapshot: Snapshot, rules: StateRules): Proposal[] {
  const active = Object.values(snapshot.deadlines).filter(({ status }) => status === 'active');
  const inOrder = active.toSorted(
    (one, other) => compareWorldTimes(one.dueAt, other.dueAt) || (one.id < other.id ? -1 : 1),
  );
  return inOrder.flatMap((deadline): Proposal[] => {
    const deadlineId = deadline.id;
    if (compareWorldTimes(snapshot.time, deadline.dueAt) >= 0) {
      return [{ op: 'resolve_deadline', deadlineId, outcome: 'missed' }];
    }
    const level = dueWarning(snapshot, deadline, rules);
    return level === null ? [] : [{ op: 'warn_deadline', deadlineId, level }];
  });
}

/** Returns the strongest warning that is due, unless it or a stronger one was given. */
function dueWarning({ time }: Snapshot, deadline: Deadline, { mechanics }: StateRules) {
  const whole = countMinutes(deadline.startedAt, deadline.dueAt);
  const share = whole <= 0 ? 1 : countMinutes(deadline.startedAt, time) / whole;
  const due = WARNING_LEVELS.findLast((level) => share >= mechanics.deadline_warnings[level]);
  if (due === undefined) return null;
  const given = WARNING_LEVELS.slice(WARNING_LEVELS.indexOf(due)).some(
    (level) => deadline.warnings[level] !== null,
  );
  return given ? null : due;
}

function agendaOperations(snapshot: Snapshot, elapsed: number): Proposal[] {
  return Object.values(snapshot.agendas).flatMap((agenda): Proposal[] => {
    const by = Math.min(100, (agenda.pacePerDay * elapsed) / MICROSECONDS_PER_DAY);
    if (by <= 0 || agenda.progress >= 100 || !canWork(snapshot, agenda)) return [];
    return [{ op: 'progress_agenda', characterId: agenda.characterId, by }];
  });
}

function canWork(snapshot: Snapshot, { characterId, blockingFactors }: Agenda): boolean {
  const character = snapshot.entities[characterId];
  if (blockingFactors.length > 0 || character?.kind !== 'character' || character.retired) return false;
  return character.status === 'conscious' && !character.captive;
}

function resourceOperations(snapshot: Snapshot): Proposal[] {
  return Object.values(snapshot.resources).flatMap((resource): Proposal[] => {
    const depletes = resource.depletionRate > 0 && compareWorldTimes(snapshot.time, resource.updatedAt) > 0;
    return depletes ? [{ op: 'deplete_resource', resourceId: resource.id }] : [];
  });
}

function conditionOperations(snapshot: Snapshot, rules: StateRules): Proposal[] {
  return Object.values(snapshot.entities).flatMap((entity): Proposal[] => {
    if (entity.kind !== 'character' || entity.retired || !hasConditions(entity)) return [];
    if (removeExpiredConditions(snapshot, entity, rules.srd5e) === entity) return [];
    return [{ op: 'expire_conditions', characterId: entity.id }];
  });
}

function hasConditions({ conditions, stats }: Character): boolean {
  const some = (list: unknown) => Array.isArray(list) && list.length > 0;
  return some(conditions) || some(stats.conditions) || some(stats.active_effects);
}

const MINUTES_PER_DAY = 1440;

/** Returns the minutes until the next milestone of an agenda or the next shortage; endless when none is ahead. */
export function findNextStep(snapshot: Snapshot): number {
  const milestones = Object.values(snapshot.agendas).flatMap((agenda) => {
    const { progress, pacePerDay, milestones: ahead } = agenda;
    const [next] = ahead;
    if (next === undefined || pacePerDay <= 0 || !canWork(snapshot, agenda)) return [];
    return [((next.at - progress) / pacePerDay) * MINUTES_PER_DAY];
  });
  const shortages = Object.values(snapshot.resources).flatMap((resource) => {
    const { amount, criticalLevel, criticalSaid } = resource;
    const perDay = ratePerDay(resource);
    return criticalSaid || perDay <= 0 ? [] : [((amount - criticalLevel) / perDay) * MINUTES_PER_DAY];
  });
  return Math.min(
    Number.POSITIVE_INFINITY,
    ...[...milestones, ...shortages].filter((minutes) => minutes > 0),
  );
}

function ratePerDay({ depletionRate, depletionUnit, patients }: Resource): number {
  if (depletionUnit === 'per_hour') return depletionRate * 24;
  return depletionUnit === 'per_day' ? depletionRate : depletionRate * patients;
}

type GivenWarning = { readonly deadline: Deadline; readonly level: (typeof WARNING_LEVELS)[number] };

/** Lists the active deadlines that were warned of between two snapshots, with the strongest warning. */
export function listGivenWarnings(before: Snapshot, after: Snapshot): readonly GivenWarning[] {
  return Object.values(after.deadlines).flatMap((deadline) => {
    const level = WARNING_LEVELS.findLast((one) => deadline.warnings[one] !== null);
    const isGiven = level !== undefined && (before.deadlines[deadline.id]?.warnings[level] ?? null) === null;
    return isGiven && deadline.status === 'active' ? [{ deadline, level }] : [];
  });
}

/** Tells the game master of unfinished agendas that are blocked, when a day or more has passed. */
function blockedNotices(snapshot: Snapshot, elapsed: number): Notice[] {
  if (elapsed < MICROSECONDS_PER_DAY) return [];
  return Object.values(snapshot.agendas).flatMap((agenda): Notice[] => {
    const [obstacle] = agenda.blockingFactors;
    const name = snapshot.entities[agenda.characterId]?.name;
    if (obstacle === undefined || agenda.progress >= 100) return [];
    const text = `${name} gets no further with ${agenda.goal}: ${obstacle}.`;
    return [{ type: 'notice', audience: 'gm', text }];
  });
}
