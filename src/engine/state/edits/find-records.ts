import { type Rejection, reject } from '#engine/util/rejection.ts';
import type { CharacterId, EntityId, FactionId, ItemId, LocationId } from '../ids.ts';
import type { Character, Entity, Faction, Item, Location } from '../record.ts';
import type { Snapshot } from '../snapshot.ts';
import { suggestName } from '../suggest-name.ts';

type Path = readonly (string | number)[];

/**
 * Returns the entity with the id if it is still part of the story. Otherwise rejects it and suggests the closest id.
 */
export function findEntity(snapshot: Snapshot, id: EntityId, path: Path): Entity | Rejection {
  const entity = snapshot.entities[id];
  if (entity === undefined) return unknownEntity(snapshot, id, path);
  if (entity.retired) return reject('retired-entity', `${entity.name} (${id}) has left the story.`, path);
  return entity;
}

export function findCharacter(snapshot: Snapshot, id: CharacterId, path: Path): Character | Rejection {
  return ofKind(findEntity(snapshot, id, path), 'character', path);
}

export function findLocation(snapshot: Snapshot, id: LocationId, path: Path): Location | Rejection {
  return ofKind(findEntity(snapshot, id, path), 'location', path);
}

export function findItem(snapshot: Snapshot, id: ItemId, path: Path): Item | Rejection {
  return ofKind(findEntity(snapshot, id, path), 'item', path);
}

export function findFaction(snapshot: Snapshot, id: FactionId, path: Path): Faction | Rejection {
  return ofKind(findEntity(snapshot, id, path), 'faction', path);
}

function ofKind<Kind extends Entity['kind']>(
  found: Entity | Rejection,
  kind: Kind,
  path: Path,
): Extract<Entity, { readonly kind: Kind }> | Rejection {
  if ('rejected' in found) return found;
  if (found.kind !== kind)
    return reject('wrong-kind', `${found.id} is a ${found.kind}, not a ${kind}.`, path);
  // The kind was compared on the line above.
  return found as Extract<Entity, { readonly kind: Kind }>;
}

function unknownEntity(snapshot: Snapshot, id: string, path: Path): Rejection {
  const prefix = id.slice(0, id.indexOf('_') + 1);
  const known = Object.keys(snapshot.entities).filter((key) => key.startsWith(prefix));
  return reject('unknown-entity', `Nothing here has the id ${id}.${suggestName(id, known)}`, path);
}

/** Returns the record with the id from a collection. Otherwise rejects it and suggests the closest id. */
export function findRecord<Value>(
  what: string,
  collection: { readonly [id: string]: Value },
  id: string,
  path: Path,
): Value | Rejection {
  const found = Object.hasOwn(collection, id) ? collection[id] : undefined;
  if (found !== undefined) return found;
  return reject(
    `unknown-${what}`,
    `There is no ${what} ${id}.${suggestName(id, Object.keys(collection))}`,
    path,
  );
}

/**
 * Returns the given personas, or every persona in the scene when none are given. Used for those who learn something.
 */
export function findPersonas(
  snapshot: Snapshot,
  ids: readonly CharacterId[] | undefined,
  path: Path,
): readonly CharacterId[] | Rejection {
  if (ids === undefined) return snapshot.personas.filter((id) => snapshot.scene.presentIds.includes(id));
  const stranger = ids.find((id) => !snapshot.personas.includes(id));
  if (stranger === undefined) return [...new Set(ids)];
  const players =
    snapshot.personas.length === 0 ? 'there are none yet' : `they are ${snapshot.personas.join(', ')}`;
  return reject('not-a-persona', `${stranger} is no player's persona; ${players}.`, path);
}
