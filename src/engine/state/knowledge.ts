import { revealEntity } from './edits/scene-members.ts';
import type { Effect, NoticeAudience } from './effect.ts';
import type { CharacterId } from './ids.ts';
import type { Character, Entity } from './record.ts';
import type { Snapshot } from './snapshot.ts';
import { isInTheOpen, isVisibleToPersona } from './view/player-entities.ts';
import { isKnownToPersona, type Knowledge, type Visibility } from './visibility.ts';

type World = Pick<Snapshot, 'entities' | 'scene'>;

/**
 * Returns true when a persona has heard of an entity. Entities that left the story are hidden from players but stay
 * known.
 */
export function isEntityKnown(snapshot: World, id: string, personaId: CharacterId): boolean {
  const entity = entityAt(snapshot, id);
  return entity !== null && isVisibleToPersona({ ...entity, retired: false }, personaId);
}

/** Returns true when every persona may hear of an entity, including personas who join later. */
export function isPublicEntity(snapshot: World, id: string): boolean {
  return entityAt(snapshot, id)?.visibility === 'public';
}

/** Returns true when an entity neither hides nor is obscured. One out of sight may be known; where it is must not be told. */
export function isInSight(snapshot: World, id: string): boolean {
  const entity = entityAt(snapshot, id);
  return entity !== null && isInTheOpen(snapshot, entity);
}

function entityAt({ entities }: World, id: string): Entity | null {
  if (!Object.hasOwn(entities, id)) return null;
  // A key of the entities is the id of one.
  return entities[id as keyof typeof entities] ?? null;
}

/** Returns true when any player may know of a record. */
export function isKnownToAnyPlayer(record: Knowledge, { personas }: Pick<Snapshot, 'personas'>): boolean {
  return record.visibility === 'public' || personas.some((id) => isKnownToPersona(record, id));
}

/** Returns true when a persona in the scene knows of a record, and so can tell the others. */
export function isKnownInScene(record: Knowledge, { personas, scene }: Snapshot): boolean {
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
  const isSeen = presentIds.includes(character.id) && isInTheOpen(snapshot, character);
  return snapshot.personas.filter(
    (id) => id === character.id || (isSeen && presentIds.includes(id) && isVisibleToPersona(character, id)),
  );
}

/**
 * Lists the personas who perceive what a persona does: those in the scene with it. When it is elsewhere, those at the
 * place where it is.
 */
export function findWitnessingPersonas(
  { personas, scene, entities }: Pick<Snapshot, 'personas' | 'scene' | 'entities'>,
  personaId: CharacterId,
): readonly CharacterId[] {
  const isHere = (id: CharacterId) => scene.presentIds.includes(id);
  if (isHere(personaId)) return personas.filter(isHere);
  const placeOf = (id: CharacterId) => {
    const persona = entities[id];
    return persona?.kind === 'character' ? persona.placeId : null;
  };
  const place = placeOf(personaId);
  return personas.filter(
    (id) => id === personaId || (place !== null && !isHere(id) && placeOf(id) === place),
  );
}

/**
 * Lets the personas in the scene know of the people, things and ways in it that came into play while they were elsewhere.
 * What an author or a game master hides stays hidden: that is of the pack, or known to no persona yet.
 */
export function revealInSight(snapshot: Snapshot): Snapshot {
  const { scene, personas, entities } = snapshot;
  const here = personas.filter((id) => scene.presentIds.includes(id));
  const isPrivate = ({ origin, visibility, knownTo }: Entity) =>
    origin === 'campaign' && visibility === 'hidden' && knownTo.length > 0;
  return Object.values(entities)
    .filter((entity) => isPrivate(entity) && isAtHand(snapshot, entity))
    .reduce((now, { id }) => revealEntity(now, id, here), snapshot);
}

/** Tells whether an entity can be seen where the scene plays: a character in the open, a thing lying there, a way out. */
function isAtHand(snapshot: Snapshot, entity: Entity): boolean {
  const { scene, entities } = snapshot;
  const place = scene.placeId === null ? undefined : entities[scene.placeId];
  switch (entity.kind) {
    case 'character':
      return scene.presentIds.includes(entity.id) && isInTheOpen(snapshot, entity);
    case 'item':
      return entity.placeId !== null && entity.placeId === scene.placeId;
    case 'location': {
      const exits = place?.kind === 'location' ? (place.exits ?? []) : [];
      return (
        entity.id === scene.placeId || exits.some(({ to, secret }) => to === entity.id && secret !== true)
      );
    }
    case 'faction':
      return false;
  }
}

/** Writes the running summary as all of these personas know it, with turns that only they perceived. */
export function writeSummary(
  { runningSummary, apart = [] }: Pick<Snapshot, 'runningSummary' | 'apart'>,
  knowers: readonly CharacterId[],
): string {
  const own = apart.filter(({ personaIds }) => knowers.every((id) => personaIds.includes(id)));
  return [runningSummary, ...own.map(({ text }) => text)].filter((text) => text !== '').join('\n');
}

type Untold = { readonly personaId: CharacterId; readonly texts: readonly string[] };

/** Finds what these personas, who are together now, missed while they were apart and others of them perceived. */
export function findUntold(
  { apart = [] }: Pick<Snapshot, 'apart'>,
  together: readonly CharacterId[],
): readonly Untold[] {
  return together.flatMap((personaId) => {
    const missed = apart.filter(
      ({ personaIds }) => !personaIds.includes(personaId) && personaIds.some((id) => together.includes(id)),
    );
    return missed.length === 0 ? [] : [{ personaId, texts: missed.map(({ text }) => text) }];
  });
}

/** Returns whether personas of this world keep a record to themselves: some know of it, and it is not public. */
export function isPrivateKnowledge(record: Knowledge, { personas }: Pick<Snapshot, 'personas'>): boolean {
  return record.visibility === 'hidden' && personas.some((id) => record.knownTo.includes(id));
}
