import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { compareWorldTimes } from '#engine/kit/world-time.ts';
import { defineOperation } from '../operation.ts';
import { findRecord } from '../parts/find.ts';
import { leftAt, resourceAt } from '../parts/resource-at.ts';
import { Slug } from '../records/bounds.ts';

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
    return resourceAt(snapshot, { ...resource, updatedAt: snapshot.time }, leftAt(resource, snapshot.time));
  },
});
