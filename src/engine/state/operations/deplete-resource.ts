import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { minutesBetween } from '#engine/kit/world-time.ts';
import { defineOperation } from '../operation.ts';
import { findRecord } from '../parts/find.ts';
import { resourceAt } from '../parts/resource-at.ts';
import type { Resource } from '../record.ts';
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
    const hours = minutesBetween(resource.updatedAt, snapshot.time) / 60;
    if (hours <= 0) return reject('nothing-to-do', `${resource.name} is reckoned up to now already.`);
    const left = resource.amount - perHour(resource) * hours;
    return resourceAt(snapshot, { ...resource, updatedAt: snapshot.time }, left);
  },
});

/** How much goes in an hour. */
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
