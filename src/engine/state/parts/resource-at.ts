import { minutesBetween, type WorldTime } from '#engine/kit/world-time.ts';
import type { Effect } from '../effect.ts';
import type { Changed } from '../operation.ts';
import type { Resource } from '../record.ts';
import type { Snapshot } from '../snapshot.ts';
import { audienceOf } from './audience.ts';
import { rounded } from './rounded.ts';

/** The resource at another amount, within its limits. At its critical level the consequence comes about, once. */
export function resourceAt(snapshot: Snapshot, resource: Resource, wanted: number): Changed {
  const amount = rounded(Math.min(resource.max, Math.max(0, wanted)));
  const isCritical = amount <= resource.criticalLevel;
  const after = { ...resource, amount, criticalSaid: isCritical };
  return {
    snapshot: { ...snapshot, resources: { ...snapshot.resources, [resource.id]: after } },
    effects: isCritical && !resource.criticalSaid ? criticalEffects(snapshot, after) : [],
  };
}

function criticalEffects(snapshot: Snapshot, resource: Resource): Effect[] {
  const { id, name, amount, consequence, operations } = resource;
  const text = `${name} is down to ${amount}. ${consequence}`.trim();
  return [
    { type: 'notice', text, ...audienceOf(snapshot, resource) },
    { type: 'trigger-fired', source: { kind: 'resource', id }, description: consequence, operations },
  ];
}

/** How much of a resource there is at a moment, at its own rate since it was last reckoned. */
export function leftAt(resource: Resource, now: WorldTime): number {
  const hours = Math.max(0, minutesBetween(resource.updatedAt, now) / 60);
  return Math.max(0, resource.amount - perHour(resource) * hours);
}

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
