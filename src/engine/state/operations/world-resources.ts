import { z } from 'zod';
import { omitUndefined } from '#engine/util/omit-undefined.ts';
import { reject } from '#engine/util/rejection.ts';
import { compareWorldTimes, countMinutes, type WorldTime } from '#engine/util/world-time.ts';
import { rejectModelPlans } from '../checks/model-limits.ts';
import { findRecord } from '../edits/find-records.ts';
import type { Effect } from '../effect.ts';
import { findAudience } from '../knowledge.ts';
import { type ChangedState, defineOperation } from '../operation.ts';
import type { Resource } from '../record.ts';
import { Amount, Name, Prose, roundAmount, Slug, StoredProposals } from '../records/field-types.ts';
import { DepletionUnit } from '../records/pressures.ts';
import type { Snapshot } from '../snapshot.ts';
import { Visibility } from '../visibility.ts';

/** Sets a resource's amount within its limits. At its critical level the consequence comes about, once. */
function setResourceAmount(snapshot: Snapshot, resource: Resource, wanted: number): ChangedState {
  const amount = roundAmount(Math.min(resource.max, Math.max(0, wanted)));
  const isCritical = amount <= resource.criticalLevel;
  const after = { ...resource, amount, criticalSaid: isCritical };
  return {
    snapshot: { ...snapshot, resources: { ...snapshot.resources, [resource.id]: after } },
    effects: isCritical && !resource.criticalSaid ? criticalEffects(snapshot, after) : [],
  };
}

function criticalEffects(snapshot: Snapshot, resource: Resource): Effect[] {
  const { id, name, amount, consequence, operations } = resource;
  const text = `${name} is down to ${Math.round(amount * 10) / 10}. ${consequence}`.trim();
  return [
    { type: 'notice', text, ...findAudience(snapshot, resource) },
    { type: 'trigger-fired', source: { kind: 'resource', id }, description: consequence, operations },
  ];
}

/** Computes a resource's amount at a moment, from its own rate since the last update. */
function computeRemainingAmount(resource: Resource, now: WorldTime): number {
  const hours = Math.max(0, countMinutes(resource.updatedAt, now) / 60);
  return Math.max(0, resource.amount - perHour(resource) * hours);
}

/** Returns the amount a resource loses in an hour. */
function perHour({ depletionRate, depletionUnit, patients }: Resource): number {
  switch (depletionUnit) {
    case 'per_hour':
      return depletionRate;
    case 'per_day':
      return depletionRate / 24;
    case 'per_patient_per_day':
      return (depletionRate * patients) / 24;
  }
}

const Stock = Amount.min(0);

const NEW_RESOURCE = {
  depletionRate: 0,
  depletionUnit: 'per_day',
  patients: 0,
  criticalLevel: 0,
  consequence: '',
  operations: [],
  criticalSaid: false,
  visibility: 'public',
  knownTo: [],
} as const;

/** Fields whose change first requires subtracting the use at the old rate. */
const SETTLED_BY = ['amount', 'max', 'depletionRate', 'depletionUnit', 'patients'] as const;

/** Begins to keep count of something the world runs out of, or changes how it does. */
export const setResource = defineOperation({
  name: 'set_resource',
  summary:
    'Keeps count of a world resource that depletes: amount, max, rate, unit, critical level, consequence.',
  input: z.strictObject({
    resourceId: Slug,
    name: Name.optional(),
    amount: Stock.optional(),
    max: Stock.optional(),
    depletionRate: Stock.optional(),
    depletionUnit: DepletionUnit.optional(),
    patients: z.int().min(0).max(1_000_000).optional(),
    criticalLevel: Stock.optional(),
    consequence: Prose.optional(),
    operations: StoredProposals.optional(),
    visibility: Visibility.optional(),
  }),

  apply(snapshot, { resourceId, ...changes }, context) {
    const planted = rejectModelPlans(changes.operations, context, ['operations']);
    if (planted !== null) return planted;
    const before = snapshot.resources[resourceId];
    const max = changes.max ?? before?.max ?? changes.amount;
    if (max === undefined) return reject('bad-input', 'set_resource: a new resource needs its max.', ['max']);
    const settles = before === undefined || SETTLED_BY.some((field) => changes[field] !== undefined);
    const left =
      before === undefined ? max : settles ? computeRemainingAmount(before, snapshot.time) : before.amount;
    const amount = changes.amount ?? Math.min(left, max);
    if (amount > max)
      return reject('too-much', `At most ${max} of ${resourceId} fit, not ${amount}.`, ['amount']);

    const kept = before ?? { ...NEW_RESOURCE, id: resourceId, name: resourceId };
    const updatedAt = before === undefined || settles ? snapshot.time : before.updatedAt;
    return setResourceAmount(
      snapshot,
      { ...kept, ...omitUndefined(changes), amount, max, updatedAt },
      amount,
    );
  },
});

/** Uses some of a world resource or restocks it. At its critical level the consequence comes about, once. */
export const adjustResource = defineOperation({
  name: 'adjust_resource',
  summary: 'Uses up (by < 0) or restocks (by > 0) a world resource, between 0 and its max.',
  input: z.strictObject({ resourceId: Slug, by: Amount }),

  apply(snapshot, { resourceId, by }) {
    const resource = findRecord('resource', snapshot.resources, resourceId, ['resourceId']);
    if ('rejected' in resource) return resource;
    const changed = setResourceAmount(snapshot, resource, resource.amount + by);
    if (changed.snapshot.resources[resourceId]?.amount !== resource.amount) return changed;
    const stands = `${resource.name} stands at ${resource.amount} of ${resource.max} and stays there.`;
    return reject('resource-does-not-move', stands, ['by']);
  },
});

/** Uses up what a resource lost since it was last reckoned, at its own rate. */
export const depleteResource = defineOperation({
  name: 'deplete_resource',
  summary: 'Takes from a world resource what passing time used up since it was last reckoned.',
  askers: ['engine', 'gm', 'god'],
  input: z.strictObject({ resourceId: Slug }),

  apply(snapshot, { resourceId }) {
    const resource = findRecord('resource', snapshot.resources, resourceId, ['resourceId']);
    if ('rejected' in resource) return resource;
    if (compareWorldTimes(snapshot.time, resource.updatedAt) <= 0)
      return reject('nothing-to-do', `${resource.name} is reckoned up to now already.`);
    return setResourceAmount(
      snapshot,
      { ...resource, updatedAt: snapshot.time },
      computeRemainingAmount(resource, snapshot.time),
    );
  },
});
