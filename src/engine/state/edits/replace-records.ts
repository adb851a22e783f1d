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

/** Appends the newcomers that the list does not have yet. */
export function addMissing<Value>(list: readonly Value[], newcomers: readonly Value[]): readonly Value[] {
  const missing = newcomers.filter((value) => !list.includes(value));
  return missing.length === 0 ? list : [...list, ...new Set(missing)];
}
