import type { CharacterId } from './ids.ts';
import { isShown } from './parts/player-entities.ts';
import type { Entity } from './record.ts';
import { isKnownTo, type Knowledge } from './records/knowledge.ts';
import type { Snapshot } from './snapshot.ts';

type World = Pick<Snapshot, 'entities' | 'scene'>;

/** Whether a persona has heard of somebody or something. Who has left the story is shown to nobody, but not forgotten. */
export function knowsOf(snapshot: World, id: string, personaId: CharacterId): boolean {
  const entity = entityAt(snapshot, id);
  return entity !== null && isShown(snapshot, { ...entity, retired: false }, personaId);
}

/** Whether everybody may hear of it, whoever comes. */
export function isOpenToAll(snapshot: World, id: string): boolean {
  const entity = entityAt(snapshot, id);
  return entity?.visibility === 'public' && !snapshot.scene.obscuredIds.includes(entity.id);
}

function entityAt({ entities }: World, id: string): Entity | null {
  if (!Object.hasOwn(entities, id)) return null;
  // A key of the entities is the id of one.
  return entities[id as keyof typeof entities] ?? null;
}

/** Whether a record is known to a persona. */
export function isKnownToPersona(record: Knowledge, personaId: CharacterId): boolean {
  return isKnownTo(record, personaId);
}
