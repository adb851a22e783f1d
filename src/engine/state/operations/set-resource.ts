import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { defineOperation } from '../operation.ts';
import { defined } from '../parts/defined.ts';
import { plantedByModel } from '../parts/plans.ts';
import { leftAt, resourceAt } from '../parts/resource-at.ts';
import { Amount, Name, Prose, Slug } from '../records/bounds.ts';
import { Visibility } from '../records/knowledge.ts';
import { DepletionUnit } from '../records/resource.ts';
import { StoredProposals } from '../records/stored-proposal.ts';

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

/** What cannot change without reckoning first what the old rate used up. */
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
    const planted = plantedByModel(changes.operations, context, ['operations']);
    if (planted !== null) return planted;
    const before = snapshot.resources[resourceId];
    const max = changes.max ?? before?.max ?? changes.amount;
    if (max === undefined) return reject('bad-input', 'set_resource: a new resource needs its max.', ['max']);
    const settles = before === undefined || SETTLED_BY.some((field) => changes[field] !== undefined);
    const left = before === undefined ? max : settles ? leftAt(before, snapshot.time) : before.amount;
    const amount = changes.amount ?? Math.min(left, max);
    if (amount > max)
      return reject('too-much', `At most ${max} of ${resourceId} fit, not ${amount}.`, ['amount']);

    const kept = before ?? { ...NEW_RESOURCE, id: resourceId, name: resourceId };
    const updatedAt = before === undefined || settles ? snapshot.time : before.updatedAt;
    return resourceAt(snapshot, { ...kept, ...defined(changes), amount, max, updatedAt }, amount);
  },
});
