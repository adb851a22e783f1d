import { type EntityId, toSnakeName } from '../ids.ts';
import type { Character, Entity, Item, Location } from '../record.ts';
import type { Snapshot } from '../snapshot.ts';

/** Finds an entity by id, name, or name in snake_case (`man_tibbet`); the first if several match. */
function named<Kind extends Entity['kind']>(
  { entities, scene }: Snapshot,
  kind: Kind,
  said: string,
): Extract<Entity, { readonly kind: Kind }> | null {
  const ofKind = (entity: Entity | undefined): entity is Extract<Entity, { readonly kind: Kind }> =>
    entity?.kind === kind && !entity.retired;
  // Any text may be looked up; what is no id finds nothing.
  const byId = Object.hasOwn(entities, said) ? entities[said as EntityId] : undefined;
  if (ofKind(byId)) return byId;
  const wanted = toSnakeName(said);
  const found = Object.values(entities)
    .filter(ofKind)
    .filter(({ name }) => toSnakeName(name) === wanted);
  return found.find(({ id }) => scene.presentIds.includes(id)) ?? found[0] ?? null;
}

export function findCharacterByName(snapshot: Snapshot, said: string): Character | null {
  return named(snapshot, 'character', said) ?? numbered(snapshot, said);
}

export function findLocationByName(snapshot: Snapshot, said: string): Location | null {
  return named(snapshot, 'location', said);
}

export function findItemByName(snapshot: Snapshot, said: string): Item | null {
  return named(snapshot, 'item', said);
}

/** Finds a character by stem and number, as combat states write it: `goblin_1` is `npc_goblin_001`. */
function numbered(snapshot: Snapshot, said: string): Character | null {
  const [, stem, digits] = /^(.*)_(\d{1,3})$/.exec(toSnakeName(said)) ?? [];
  if (stem === undefined || digits === undefined) return null;
  const id = `npc_${stem}_${digits.padStart(3, '0')}`;
  return named(snapshot, 'character', id);
}

/** Lists names to suggest when no character has the given name. */
export function listCharacterNames({ entities }: Snapshot): readonly string[] {
  return Object.values(entities).flatMap((entity) => (entity.kind === 'character' ? [entity.name] : []));
}
