import type { CharacterId, EntityId } from '../ids.ts';
import type { Snapshot } from '../snapshot.ts';
import { union, withEntity } from './replace.ts';

/** Lets personas know of a hidden entity; the very same snapshot when they do, or when it is the gm's alone. */
export function knownEntity(snapshot: Snapshot, id: EntityId, personaIds: readonly CharacterId[]): Snapshot {
  const entity = snapshot.entities[id];
  if (entity?.visibility !== 'hidden') return snapshot;
  const knownTo = union(entity.knownTo, personaIds);
  return knownTo === entity.knownTo ? snapshot : withEntity(snapshot, { ...entity, knownTo });
}
