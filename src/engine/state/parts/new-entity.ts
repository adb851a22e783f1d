import { type Rejection, reject } from '#engine/kit/rejection.ts';
import type { Entity } from '../record.ts';
import type { Snapshot } from '../snapshot.ts';

/** What every entity made in play starts with. */
export const NEW_ENTITY = {
  attributes: {},
  retired: false,
  knownTo: [],
  origin: 'campaign',
} as const;

/** A name that is taken is more often the same one told again than a second of the name. */
export function alreadyThere(
  snapshot: Snapshot,
  kind: Entity['kind'],
  name: string,
  another: boolean,
): Rejection | null {
  if (another) return null;
  const wanted = name.trim().toLowerCase();
  for (const entity of Object.values(snapshot.entities)) {
    if (entity.kind !== kind || entity.retired || entity.name.toLowerCase() !== wanted) continue;
    const advice = `use ${entity.id}, or say another: true for a second one`;
    return reject('already-there', `There is a ${kind} called ${entity.name} already; ${advice}.`, ['name']);
  }
  return null;
}
