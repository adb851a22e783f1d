import { isJsonObject, toCanonicalJson } from '#engine/util/canonical-json.ts';
import { findChanges } from './checks/find-changes.ts';
import type { Snapshot } from './snapshot.ts';

type Part = keyof Snapshot;

/** One difference between two snapshots: a part as a whole, or one record of a collection. */
export type SnapshotDifference =
  | {
      readonly part: Part;
      readonly id: null;
      readonly change: 'changed';
      /** Earlier value; null when the snapshot had no such part. */
      readonly before: unknown;
      /** Later value; null when the snapshot has no such part any more. */
      readonly after: unknown;
    }
  | {
      readonly part: Part;
      readonly id: string;
      readonly change: 'added' | 'removed' | 'changed';
      /** Earlier value; null when it was added. */
      readonly before: unknown;
      /** Later value; null when it was removed. */
      readonly after: unknown;
      /** Names of the differing fields of a changed record. */
      readonly fields: readonly string[];
    };

/**
 * Lists the differences between two snapshots, part by part in schema order and record by record. Equal values in
 * different objects, as after loading from the store, are no difference.
 */
export function diffSnapshots(before: Snapshot, after: Snapshot): readonly SnapshotDifference[] {
  return findChanges(before, after).flatMap((change): readonly SnapshotDifference[] => {
    const { part } = change;
    if (change.keys !== null) return recordDifferences(part, change.before, change.after);
    const [was, is] = [before[part] ?? null, after[part] ?? null];
    return isSame(was, is) ? [] : [{ part, id: null, change: 'changed', before: was, after: is }];
  });
}

type Records = { readonly [id: string]: unknown };

function recordDifferences(part: Part, before: Records, after: Records): readonly SnapshotDifference[] {
  const ids = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return ids.flatMap((id): readonly SnapshotDifference[] => {
    const [was, is] = [before[id], after[id]];
    if (was === undefined) return [{ part, id, change: 'added', before: null, after: is, fields: [] }];
    if (is === undefined) return [{ part, id, change: 'removed', before: was, after: null, fields: [] }];
    if (isSame(was, is)) return [];
    return [{ part, id, change: 'changed', before: was, after: is, fields: changedFields(was, is) }];
  });
}

function changedFields(before: unknown, after: unknown): readonly string[] {
  if (!isJsonObject(before) || !isJsonObject(after)) return [];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return names.filter((name) => !isSame(before[name] ?? null, after[name] ?? null));
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || toCanonicalJson(one) === toCanonicalJson(other);
}
