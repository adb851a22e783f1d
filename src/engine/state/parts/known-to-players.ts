import type { CharacterId } from '../ids.ts';
import { isKnownTo, type Visibility } from '../records/knowledge.ts';
import type { Snapshot } from '../snapshot.ts';

export type Knowable = { readonly visibility: Visibility; readonly knownTo: readonly CharacterId[] };

/** Whether any player may know of a record. */
export function isKnownToPlayers(record: Knowable, { personas }: Pick<Snapshot, 'personas'>): boolean {
  return record.visibility === 'public' || personas.some((id) => isKnownTo(record, id));
}

/** Whether a persona who is in the scene knows of a record, and so can tell the others. */
export function isKnownHere(record: Knowable, { personas, scene }: Snapshot): boolean {
  return personas.some((id) => scene.presentIds.includes(id) && isKnownTo(record, id));
}
