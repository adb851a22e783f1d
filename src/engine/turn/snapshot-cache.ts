import type { Snapshot } from '#engine/state/snapshot.ts';
import { upgradeSnapshot } from '#engine/state/upgrade-snapshot.ts';
import type { SceneStore } from '#engine/store/scenes.ts';
import { sortSettledValue } from '#engine/util/canonical-json.ts';
import { createLruCache } from '#engine/util/lru-cache.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { readSceneLore, type SceneLore } from '#retrieval/scene-lore.ts';

/**
 * Reads a stored snapshot, brought to the present version and in the order it was written. One that cannot be read is a bug.
 */
export function readSnapshot(stored: unknown, sceneId: string): Snapshot {
  const snapshot = upgradeSnapshot(stored);
  if (isRejection(snapshot))
    throw new Error(`the snapshot of scene ${sceneId} cannot be read: ${snapshot.reason}`);
  return sortSettledValue(snapshot)?.value ?? snapshot;
}

/** The worlds of scenes, and what was known by heart in them. A scene never changes, so what was read once, or has just been written, need not be read again. */
export type SnapshotCache = {
  readonly of: (sceneId: string) => Promise<Snapshot>;
  /** Returns several snapshots at once, in the order requested: for readers of history, who are not expected to come again. */
  readonly ofMany: (sceneIds: readonly string[]) => Promise<readonly Snapshot[]>;
  /** Returns the world as it will be read back, to be written so; shares as much as it can with those before. */
  readonly asWritten: (snapshot: Snapshot) => Snapshot;
  /**
   * Returns the lore a scene was narrated from; null when it was narrated without, or by a version that stored it otherwise.
   */
  readonly loreOf: (sceneId: string) => Promise<SceneLore | null>;
  /** Remembers what was written for a scene. Only once it is. */
  readonly keep: (sceneId: string, written: Snapshot, lore: SceneLore | null) => void;
};

/** Following scenes share nearly all their parts, so even large worlds take little room. */
const MOST_KEPT = 128;

/** Remembers the worlds that were used last. Whether one comes from memory or from the store, it is the same to the last key. */
export function createSnapshotCache(
  scenes: Pick<SceneStore, 'snapshots' | 'sceneLore'>,
  most: number = MOST_KEPT,
): SnapshotCache {
  const kept = createLruCache<string, Snapshot>(most);
  const lores = createLruCache<string, { readonly lore: SceneLore | null }>(most);
  const ofMany = async (sceneIds: readonly string[]): Promise<readonly Snapshot[]> => {
    // Taken now: while the rest is read, others may push them out.
    const known = new Map(sceneIds.map((id) => [id, kept.get(id)]));
    const missing = sceneIds.filter((id) => known.get(id) === undefined);
    const stored = missing.length === 0 ? null : await scenes.snapshots(missing);
    return sceneIds.map((id) => known.get(id) ?? readSnapshot(stored?.get(id), id));
  };
  return {
    ofMany,
    of: async (sceneId) => {
      const snapshot =
        kept.get(sceneId) ?? readSnapshot((await scenes.snapshots([sceneId])).get(sceneId), sceneId);
      kept.set(sceneId, snapshot);
      return snapshot;
    },
    asWritten: (snapshot) => sortSettledValue(snapshot)?.value ?? snapshot,
    loreOf: async (sceneId) => {
      const known = lores.get(sceneId);
      if (known !== undefined) return known.lore;
      const lore = readSceneLore((await scenes.sceneLore([sceneId])).get(sceneId));
      lores.set(sceneId, { lore });
      return lore;
    },
    keep: (sceneId, written, lore) => {
      lores.set(sceneId, { lore });
      const ordered = sortSettledValue(written);
      // What no object can hold in the order it is read back in is read back when it is asked for.
      if (ordered !== null) kept.set(sceneId, ordered.value);
    },
  };
}
