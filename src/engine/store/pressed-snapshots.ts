import { keepLatest } from '#engine/kit/keep-latest.ts';
import { Scene } from './entities/scene.ts';
import { pressed, textOf } from './json-codec.ts';
import type { Database } from './rows/database.ts';
import { type Parts, partsOf, textOfParts } from './snapshots/parts.ts';
import { holdsChanges, pressChanges, readChanges } from './snapshots/pressed-changes.ts';

/** A snapshot as it is kept. */
export type PressedSnapshot = {
  readonly snapshot: Buffer;
  /** The scene whose snapshot it was pressed against, and is read with; null when it stands for itself. */
  readonly snapshotBase: string | null;
};

type Kept = { readonly id: string; readonly snapshot: Uint8Array; readonly snapshotBase: string | null };

export type PressedSnapshots = {
  /** Presses the snapshot of a scene that follows another. */
  readonly press: (
    previousSceneId: string,
    scene: { readonly id: string; readonly snapshot: unknown },
  ) => Promise<PressedSnapshot>;
  /** What was pressed, by scene id. */
  readonly read: (scenes: readonly Kept[]) => Promise<ReadonlyMap<string, unknown>>;
};

/** A snapshot that takes more than this has drifted so far from its base that it becomes one itself. */
const MOST_BYTES = 12_000;
/** Of so many bases the parts are kept at hand: those of the campaigns being played. */
const MOST_BASES = 24;
/** Of so many scenes it is known which base they have. */
const MOST_SCENES = 500;

type Base = { readonly id: string; readonly parts: Parts };

/** Null when it has drifted too far, or has no parts: then it stands for itself. */
async function against({ id, parts }: Base, snapshot: unknown): Promise<PressedSnapshot | null> {
  const next = partsOf(snapshot);
  const small = next === null ? null : await pressChanges(parts, next);
  return small === null || small.length > MOST_BYTES ? null : { snapshot: small, snapshotBase: id };
}

async function alone(snapshot: unknown): Promise<PressedSnapshot> {
  return { snapshot: await pressed(snapshot), snapshotBase: null };
}

/** Presses snapshots one after the other, in the order of the story, as turns would have. */
export function pressingInOrder(): (sceneId: string, snapshot: unknown) => Promise<PressedSnapshot> {
  let base: Base | null = null;
  return async (sceneId, snapshot) => {
    const small = base === null ? null : await against(base, snapshot);
    if (small !== null) return small;
    const parts = partsOf(snapshot);
    base = parts === null ? null : { id: sceneId, parts };
    return alone(snapshot);
  };
}

/**
 * A turn changes little of the world, so each snapshot is pressed as what it changes of an earlier one that stands for itself: a
 * fiftieth of the room, and no chain to walk, for a base never has a base.
 */
export function pressedSnapshots(database: Database): PressedSnapshots {
  const bases = keepLatest<Parts>(MOST_BASES);
  const baseIds = keepLatest<string>(MOST_SCENES);

  const basesOf = async (ids: readonly string[]): Promise<ReadonlyMap<string, Parts>> => {
    const known = new Map(ids.flatMap((id) => toList(bases.get(id)).map((parts) => [id, parts])));
    const missing = ids.filter((id) => !known.has(id));
    if (missing.length === 0) return known;
    const found = await database.find(Scene, { id: { $in: missing } }, { fields: ['id', 'snapshot'] });
    for (const { id, snapshot } of found) {
      const parts = partsOf(JSON.parse(textOf(snapshot).toString('utf8')));
      if (parts !== null) known.set(id, parts);
    }
    return known;
  };
  const baseBefore = async (sceneId: string): Promise<Base | null> => {
    const fields = ['id', 'snapshotBase'] as const;
    const found =
      baseIds.get(sceneId) === undefined
        ? await database.findOne(Scene, { id: sceneId }, { fields })
        : { id: sceneId, snapshotBase: baseIds.get(sceneId) ?? null };
    // What follows no scene will not be let in; that is for the commit to say.
    if (found === null) return null;
    const id = found.snapshotBase ?? found.id;
    const parts = (await basesOf([id])).get(id);
    if (parts === undefined) return null;
    bases.put(id, parts);
    return { id, parts };
  };

  return {
    press: async (previousSceneId, { id, snapshot }) => {
      const base = await baseBefore(previousSceneId);
      const kept = (base === null ? null : await against(base, snapshot)) ?? (await alone(snapshot));
      baseIds.put(id, kept.snapshotBase ?? id);
      return kept;
    },
    read: async (scenes) => {
      const found = await basesOf([...new Set(scenes.flatMap(({ snapshotBase }) => snapshotBase ?? []))]);
      return new Map(
        scenes.map(({ id, snapshot, snapshotBase }) => {
          if (snapshotBase === null) return [id, JSON.parse(textOf(snapshot).toString('utf8'))];
          const base = found.get(snapshotBase);
          if (base === undefined)
            throw new Error(`scene ${snapshotBase}, which scene ${id} is read with, is gone`);
          return [id, JSON.parse(readAgainst(base, snapshot))];
        }),
      );
    },
  };
}

/** Earlier versions pressed all of a snapshot against all of its base. */
function readAgainst(base: Parts, bytes: Uint8Array): string {
  if (holdsChanges(bytes)) return readChanges(base, bytes);
  return textOf(bytes, Buffer.from(textOfParts(base))).toString('utf8');
}

function toList<Item>(item: Item | undefined): readonly Item[] {
  return item === undefined ? [] : [item];
}
