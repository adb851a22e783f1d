import type { EntityId } from '../ids.ts';
import type { Entity } from '../record.ts';
import type { Snapshot } from '../snapshot.ts';

/** Replaces the entity with the same id; everything else is shared. */
export function withEntity(snapshot: Snapshot, entity: Entity): Snapshot {
  return { ...snapshot, entities: { ...snapshot.entities, [entity.id]: entity } };
}

/** Copies a record without one key. */
export function omitKey<Value extends object>(record: Value, key: string): Value {
  const { [key as keyof Value]: _gone, ...rest } = record;
  // Collections have no key that must be there.
  return rest as Value;
}

export function withPresent(snapshot: Snapshot, presentIds: readonly EntityId[]): Snapshot {
  return { ...snapshot, scene: { ...snapshot.scene, presentIds } };
}

/** Appends the newcomers that the list does not have yet. */
export function addMissing<Value>(list: readonly Value[], newcomers: readonly Value[]): readonly Value[] {
  const missing = newcomers.filter((value) => !list.includes(value));
  return missing.length === 0 ? list : [...list, ...new Set(missing)];
}

type Defined<Value> = { [Key in keyof Value]?: Exclude<Value[Key], undefined> };

/** Removes undefined fields, so that they do not overwrite existing values. */
export function omitUndefined<Value extends object>(value: Value): Defined<Value> {
  const given = Object.entries(value).filter(([, field]) => field !== undefined);
  // Only keys whose value was undefined are gone.
  return Object.fromEntries(given) as Defined<Value>;
}
