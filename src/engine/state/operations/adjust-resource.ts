import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import type { Effect } from '../effect.ts';
import { defineOperation } from '../operation.ts';
import { audienceOf } from '../parts/audience.ts';
import { findRecord } from '../parts/find.ts';
import { rounded } from '../parts/rounded.ts';
import type { Resource } from '../record.ts';
import { Amount, Slug } from '../records/bounds.ts';
import type { Snapshot } from '../snapshot.ts';

/** Uses some of a world resource or restocks it. At its critical level the consequence comes about, once. */
export const adjustResource = defineOperation({
  name: 'adjust_resource',
  summary: 'Uses up (by < 0) or restocks (by > 0) a world resource, between 0 and its max.',
  input: z.strictObject({ resourceId: Slug, by: Amount }),

  apply(snapshot, { resourceId, by }) {
    const before = findRecord('resource', snapshot.resources, resourceId, ['resourceId']);
    if ('rejected' in before) return before;
    const amount = rounded(Math.min(before.max, Math.max(0, before.amount + by)));
    if (amount === before.amount) {
      const stands = `${before.name} stands at ${before.amount} of ${before.max} and stays there.`;
      return reject('resource-does-not-move', stands, ['by']);
    }
    const isCritical = amount <= before.criticalLevel;
    const after = { ...before, amount, criticalSaid: isCritical, updatedAt: snapshot.time };
    return {
      snapshot: { ...snapshot, resources: { ...snapshot.resources, [resourceId]: after } },
      effects: isCritical && !before.criticalSaid ? criticalEffects(snapshot, after) : [],
    };
  },
});

function criticalEffects(snapshot: Snapshot, resource: Resource): Effect[] {
  const { id, name, amount, consequence, operations } = resource;
  const text = `${name} is down to ${amount}. ${consequence}`.trim();
  return [
    { type: 'notice', text, ...audienceOf(snapshot, resource) },
    { type: 'trigger-fired', source: { kind: 'resource', id }, description: consequence, operations },
  ];
}
