import { z } from 'zod';
import { Snapshot } from '../snapshot.ts';

// `Object.keys` widens to string; the shape's keys are the snapshot's.
const PARTS = Object.keys(Snapshot.shape) as (keyof Snapshot)[];

/** The collections of the snapshot that hold records by id, with the schemas of keys and records. */
const COLLECTIONS: ReadonlyMap<keyof Snapshot, z.ZodRecord> = new Map(
  PARTS.flatMap((part) => {
    const schema: z.ZodType = Snapshot.shape[part];
    return schema instanceof z.ZodRecord ? [[part, schema] as const] : [];
  }),
);

export type RecordsByKey = { readonly [key: string]: unknown };

export type SnapshotChange =
  | { readonly part: keyof Snapshot; readonly schema: z.ZodType; readonly keys: null }
  | {
      readonly part: keyof Snapshot;
      readonly schema: z.ZodRecord;
      readonly before: RecordsByKey;
      readonly after: RecordsByKey;
      /** Keys of the records that are not the very same object as before. */
      readonly keys: readonly string[];
      readonly count: number;
    };

/**
 * Lists the parts of a snapshot, and the records in them, that are not the very same objects as before. Compares by
 * identity, so the cost is that of the touched collections, never that of the whole world.
 */
export function findChanges(before: Snapshot | null, after: Snapshot): readonly SnapshotChange[] {
  return PARTS.filter((part) => before?.[part] !== after[part]).map((part) => changeOf(part, before, after));
}

function changeOf(part: keyof Snapshot, before: Snapshot | null, after: Snapshot): SnapshotChange {
  const schema = COLLECTIONS.get(part);
  if (schema === undefined) return { part, schema: Snapshot.shape[part], keys: null };
  // The parts that are collections are records by their schema.
  const earlier = (before?.[part] ?? {}) as RecordsByKey;
  const later = after[part] as RecordsByKey;
  const all = Object.keys(later);
  const keys = all.filter((key) => earlier[key] !== later[key]);
  return { part, schema, before: earlier, after: later, keys, count: all.length };
}

/** Lists the changed records of one collection, with their keys. */
export function listChangedRecords<Part extends keyof Snapshot>(
  changes: readonly SnapshotChange[],
  part: Part,
): readonly (readonly [string, Snapshot[Part][keyof Snapshot[Part]]])[] {
  const change = changes.find((candidate) => candidate.part === part);
  if (change === undefined || change.keys === null) return [];
  // The keys were read from this very collection.
  return change.keys.map((key) => [key, change.after[key] as Snapshot[Part][keyof Snapshot[Part]]] as const);
}

export function hasChanged(changes: readonly SnapshotChange[], part: keyof Snapshot): boolean {
  return changes.some((change) => change.part === part);
}
