import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { defineOperation } from '../operation.ts';
import { findRecord } from '../parts/find.ts';
import { resourceAt } from '../parts/resource-at.ts';
import { Amount, Slug } from '../records/bounds.ts';

/** Uses some of a world resource or restocks it. At its critical level the consequence comes about, once. */
export const adjustResource = defineOperation({
  name: 'adjust_resource',
  summary: 'Uses up (by < 0) or restocks (by > 0) a world resource, between 0 and its max.',
  input: z.strictObject({ resourceId: Slug, by: Amount }),

  apply(snapshot, { resourceId, by }) {
    const resource = findRecord('resource', snapshot.resources, resourceId, ['resourceId']);
    if ('rejected' in resource) return resource;
    const changed = resourceAt(snapshot, resource, resource.amount + by);
    if (changed.snapshot.resources[resourceId]?.amount !== resource.amount) return changed;
    const stands = `${resource.name} stands at ${resource.amount} of ${resource.max} and stays there.`;
    return reject('resource-does-not-move', stands, ['by']);
  },
});
