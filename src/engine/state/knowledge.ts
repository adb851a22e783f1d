import type { Effect, NoticeAudience } from './effect.ts';
import type { CharacterId } from './ids.ts';
import type { Character, Entity } from './record.ts';
import type { Snapshot } from './snapshot.ts';
import { isVisibleToPersona } from './view/player-entities.ts';
import { isKnownToPersona, type Knowledge, type Visibility } from './visibility.ts';

type World = Pick<Snapshot, 'entities' | 'scene'>;

/**
 * Returns true when a persona has heard of an entity. Entities that left the story are hidden from players but stay
 * known.
 */
export function isEntityKnown(snapshot: World, id: string, personaId: CharacterId): boolean {
  const entity = entityAt(snapshot, id);
  return entity !== null && isVisibleToPersona(snapshot, { ...entity, retired: false }, personaId);
}

/** Returns true when every persona may hear of an entity, including personas who join later. */
export function isPublicEntity(snapshot: World, id: string): boolean {
  const entity = entityAt(snapshot, id);
  return entity?.visibility === 'public' && !snapshot.scene.obscuredIds.includes(entity.id);
}

function entityAt({ entities }: World, id: string): Entity | null {
  if (!Object.hasOwn(entities, id)) return null;
  // A key of the entities is the id of one.
  return entities[id as keyof typeof entities] ?? null;
}

/** Returns true when a persona knows of a record. */
export function isRecordKnown(record: Knowledge, personaId: CharacterId): boolean {
  return isKnownToPersona(record, personaId);
}

export type Knowable = { readonly visibility: Visibility; readonly knownTo: readonly CharacterId[] };

/** Returns true when any player may know of a record. */
export function isKnownToAnyPlayer(record: Knowable, { personas }: Pick<Snapshot, 'personas'>): boolean {
  return record.visibility === 'public' || personas.some((id) => isKnownToPersona(record, id));
}

/** Returns true when a persona in the scene knows of a record, and so can tell the others. */
export function isKnownInScene(record: Knowable, { personas, scene }: Snapshot): boolean {
  return personas.some((id) => scene.presentIds.includes(id) && isKnownToPersona(record, id));
}

type Told = { readonly audience: NoticeAudience; readonly personaIds?: readonly CharacterId[] };

/** Returns the audience for news of a record: all players, those whose personas know of it, or the game master. */
export function findAudience(
  snapshot: Snapshot,
  record: { readonly visibility: Visibility; readonly knownTo: readonly CharacterId[] },
): Told {
  if (record.visibility === 'public') return { audience: 'player' };
  const personaIds = snapshot.personas.filter((id) => isKnownToPersona(record, id));
  return personaIds.length === 0 ? { audience: 'gm' } : { audience: 'player', personaIds };
}

/** Creates a notice about a character for the players whose personas perceive it, else for the game master. */
export function createCharacterNotice(snapshot: Snapshot, character: Character, text: string): Effect {
  const personaIds = findPerceivingPersonas(snapshot, character);
  if (personaIds.length === 0) return { type: 'notice', audience: 'gm', text };
  return { type: 'notice', audience: 'player', text, personaIds };
}

/** Lists the personas who perceive a character: itself, and those in the scene with it who know of it and see it. */
export function findPerceivingPersonas(snapshot: Snapshot, character: Character): readonly CharacterId[] {
  const { presentIds } = snapshot.scene;
  const inTheOpen = presentIds.includes(character.id) && !character.hidden;
  return snapshot.personas.filter(
    (id) =>
      id === character.id ||
      (inTheOpen && presentIds.includes(id) && isVisibleToPersona(snapshot, character, id)),
  );
}
