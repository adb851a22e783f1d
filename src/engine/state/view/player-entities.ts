import { listConditions } from '../conditions.ts';
import type { CharacterId, EntityId, LocationId } from '../ids.ts';
import type { Character, Entity, Location } from '../record.ts';
import type { Snapshot } from '../snapshot.ts';
import { isKnownToPersona } from '../visibility.ts';

type Shown = { readonly name: string; readonly description: string };

export type PlayerCharacter = Shown & {
  readonly kind: 'character';
  readonly id: CharacterId;
  readonly role: string;
  readonly title: string | null;
  readonly pronouns: string | null;
  readonly isPersona: boolean;
  /** Visible state of the persona itself and of characters in its scene; null for others. */
  readonly seen: Pick<Character, 'status' | 'captive' | 'conditions'> | null;
  /** Stat block of the persona itself; null for other characters. */
  readonly stats: Character['stats'] | null;
};

export type PlayerLocation = Shown & {
  readonly kind: 'location';
  readonly id: LocationId;
  /** The ways out that are no secret; their far ends may be unknown yet. Null where no map is drawn. */
  readonly exits: readonly PlayerExit[] | null;
  readonly effects: Location['effects'];
};

export type PlayerExit = Pick<NonNullable<Location['exits']>[number], 'to' | 'label' | 'minutes' | 'blocked'>;

export type PlayerItem = Shown & { readonly kind: 'item'; readonly id: EntityId; readonly portable: boolean };

export type PlayerFaction = Shown & { readonly kind: 'faction'; readonly id: EntityId };

/** Entity as a player may see it. Built field by field, so that a new field stays hidden until it is added here. */
export type PlayerEntity = PlayerCharacter | PlayerLocation | PlayerItem | PlayerFaction;

/**
 * Lists the entities a persona knows of. Leaves out entities that are undiscovered or left the story. One who hides near by
 * stays known; only their presence is hidden.
 */
export function buildPlayerEntities(
  snapshot: Snapshot,
  personaId: CharacterId,
): { readonly [id: string]: PlayerEntity } {
  const known = Object.values(snapshot.entities).filter((entity) => isVisibleToPersona(entity, personaId));
  return Object.fromEntries(known.map((entity) => [entity.id, shown(snapshot, entity, personaId)]));
}

/** Returns true when a player may hear of an entity at all. */
export function isVisibleToPersona(entity: Entity, personaId: CharacterId): boolean {
  return entity.id === personaId || (!entity.retired && isKnownToPersona(entity, personaId));
}

/** Returns true when an entity in the scene is in the open: neither obscured nor hiding. */
export function isInTheOpen({ scene }: Pick<Snapshot, 'scene'>, entity: Entity): boolean {
  return !scene.obscuredIds.includes(entity.id) && (entity.kind !== 'character' || !entity.hidden);
}

function shown(snapshot: Snapshot, entity: Entity, personaId: CharacterId): PlayerEntity {
  const { name, description } = entity;
  switch (entity.kind) {
    case 'character':
      return shownCharacter(snapshot, entity, personaId);
    case 'location': {
      const exits = shownExits(snapshot, entity, personaId);
      return { kind: 'location', id: entity.id, name, description, exits, effects: entity.effects };
    }
    case 'item':
      return { kind: 'item', id: entity.id, name, description, portable: entity.portable };
    case 'faction':
      return { kind: 'faction', id: entity.id, name, description };
  }
}

function shownCharacter(snapshot: Snapshot, character: Character, personaId: CharacterId): PlayerCharacter {
  const { id, name, description, role, title, pronouns, status, captive, stats } = character;
  const conditions = listConditions(character);
  const isPersona = snapshot.personas.includes(id);
  const { presentIds } = snapshot.scene;
  const isHere =
    presentIds.includes(id) && presentIds.includes(personaId) && isInTheOpen(snapshot, character);
  return {
    kind: 'character',
    id,
    name,
    description,
    role,
    title: title ?? null,
    pronouns: pronouns ?? null,
    isPersona,
    seen: isHere || id === personaId ? { status, captive, conditions } : null,
    stats: id === personaId ? stats : null,
  };
}

function shownExits(
  snapshot: Snapshot,
  { exits }: Location,
  personaId: CharacterId,
): readonly PlayerExit[] | null {
  if (exits === null) return null;
  return exits.flatMap(({ secret, ...exit }) => {
    const beyond = snapshot.entities[exit.to];
    const isKnown = beyond !== undefined && isVisibleToPersona(beyond, personaId);
    return secret === true || !isKnown ? [] : [exit];
  });
}
