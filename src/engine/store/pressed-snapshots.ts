import { Scene } from './entities/scene.ts';
import { pressAgainst, pressed, textOf } from './json-codec.ts';
import type { Database } from './rows/database.ts';

/** A snapshot as it is kept. */
export type PressedSnapshot = {
  readonly snapshot: Buffer;
  /** The scene whose snapshot it was pressed against, and is read with; null when it stands for itself. */
  readonly snapshotBase: string | null;
};

type Kept = { readonly id: string; readonly snapshot: Uint8Array; readonly snapshotBase: string | null };

export type PressedSnapshots = {
  /** Presses the snapshot that follows a scene. */
  readonly press: (previousSceneId: string, snapshot: unknown) => Promise<PressedSnapshot>;
  /** What was pressed, by scene id. */
  readonly read: (scenes: readonly Kept[]) => Promise<ReadonlyMap<string, unknown>>;
};

/** A snapshot that takes more than this has drifted so far from its base that it becomes one itself. */
const MOST_BYTES = 12_000;
/** Of so many bases the texts are kept at hand: those of the campaigns being played. */
const MOST_BASES = 24;

/** Presses snapshots one after the other, in the order of the story, as turns would have. */
export function pressingInOrder(): (sceneId: string, snapshot: unknown) => Promise<PressedSnapshot> {
  let base: { readonly id: string; readonly text: Buffer } | null = null;
  return async (sceneId, snapshot) => {
    if (base !== null) {
      const small = await pressAgainst(base.text, snapshot);
      if (small.length <= MOST_BYTES) return { snapshot: small, snapshotBase: base.id };
    }
    const whole = await pressed(snapshot);
    base = { id: sceneId, text: textOf(whole) };
    return { snapshot: whole, snapshotBase: null };
  };
}

/**
 * A turn changes little of the world, so each snapshot is pressed against an earlier one that stands for itself: a fiftieth of the
 * room, and no chain to walk, for a base never has a base.
 */
export function pressedSnapshots(database: Database): PressedSnapshots {
  const texts = new Map<string, Buffer>();
  const remember = (id: string, text: Buffer): void => {
    texts.delete(id);
    texts.set(id, text);
    const [oldest] = texts.keys();
    if (texts.size > MOST_BASES && oldest !== undefined) texts.delete(oldest);
  };
  const basesOf = async (ids: readonly string[]): Promise<ReadonlyMap<string, Buffer>> => {
    const missing = ids.filter((id) => !texts.has(id));
    const known = new Map(ids.flatMap((id) => (texts.has(id) ? [[id, texts.get(id) as Buffer]] : [])));
    if (missing.length === 0) return known;
    const found = await database.find(Scene, { id: { $in: missing } }, { fields: ['id', 'snapshot'] });
    for (const { id, snapshot } of found) known.set(id, textOf(snapshot));
    return known;
  };
  const baseText = async (id: string): Promise<Buffer> => {
    const text = (await basesOf([id])).get(id);
    if (text === undefined) throw new Error(`scene ${id}, which others are read with, is gone`);
    remember(id, text);
    return text;
  };

  return {
    press: async (previousSceneId, snapshot) => {
      const fields = ['id', 'snapshotBase'] as const;
      const previous = await database.findOne(Scene, { id: previousSceneId }, { fields });
      // What follows no scene will not be let in; that is for the commit to say.
      if (previous === null) return { snapshot: await pressed(snapshot), snapshotBase: null };
      const snapshotBase = previous.snapshotBase ?? previous.id;
      const small = await pressAgainst(await baseText(snapshotBase), snapshot);
      if (small.length <= MOST_BYTES) return { snapshot: small, snapshotBase };
      return { snapshot: await pressed(snapshot), snapshotBase: null };
    },
    read: async (scenes) => {
      const bases = await basesOf([...new Set(scenes.flatMap(({ snapshotBase }) => snapshotBase ?? []))]);
      return new Map(
        scenes.map(({ id, snapshot, snapshotBase }) => {
          const base = snapshotBase === null ? undefined : bases.get(snapshotBase);
          if (snapshotBase !== null && base === undefined)
            throw new Error(`scene ${snapshotBase}, which scene ${id} is read with, is gone`);
          return [id, JSON.parse(textOf(snapshot, base).toString('utf8'))];
        }),
      );
    },
  };
}
