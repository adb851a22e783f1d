import { createLruCache } from '#engine/util/lru-cache.ts';
import { compressBytes, compressJsonAsync, decompressBytes } from '../database/compressed-json.ts';
import type { Database } from '../database/database.ts';
import { Scene } from '../entities/scene.ts';
import {
  applyChanges,
  diffSnapshots,
  findPreviousTexts,
  type SnapshotChanges,
  type SnapshotParts,
  serialiseParts,
  toSnapshotParts,
} from './snapshot-diff.ts';

/** First byte of the format; no zstd output begins with it. */
const MARK = 1;
const LENGTH_BYTES = 4;
/** zstd takes nothing shorter for a dictionary. */
const SHORTEST_DICTIONARY = 8;

/** Compresses a snapshot as its changes to a base, with the base's texts at the same paths as dictionary. */
export async function compressChanges(base: SnapshotParts, next: SnapshotParts): Promise<Buffer> {
  const { changed, gone, texts } = diffSnapshots(base, next);
  const places = Buffer.from(JSON.stringify({ changed, gone }));
  const start = Buffer.alloc(1 + LENGTH_BYTES);
  start.writeUInt8(MARK);
  start.writeUInt32LE(places.length, 1);
  // Canonical JSON has no line breaks of its own.
  const body = await compressBytes(Buffer.from(texts.join('\n')), dictionaryOf(base, changed));
  return Buffer.concat([start, places, body]);
}

function isCompressedChanges(bytes: Uint8Array): boolean {
  return bytes[0] === MARK;
}

/** Returns the canonical JSON of the compressed snapshot. */
export function decompressChanges(base: SnapshotParts, pressed: Uint8Array): string {
  const bytes = Buffer.from(pressed.buffer, pressed.byteOffset, pressed.byteLength);
  const places = 1 + LENGTH_BYTES;
  const body = places + bytes.readUInt32LE(1);
  // Written by the function above.
  const { changed, gone } = JSON.parse(bytes.toString('utf8', places, body)) as Omit<
    SnapshotChanges,
    'texts'
  >;
  const text = decompressBytes(bytes.subarray(body), dictionaryOf(base, changed)).toString('utf8');
  return serialiseParts(applyChanges(base, { changed, gone, texts: text.split('\n') }));
}

function dictionaryOf(base: SnapshotParts, changed: SnapshotChanges['changed']): Buffer | undefined {
  const said = Buffer.from(findPreviousTexts(base, changed).join('\n'));
  return said.length < SHORTEST_DICTIONARY ? undefined : said;
}

/** A snapshot as it is kept. */
export type CompressedSnapshot = {
  readonly snapshot: Buffer;
  /** Scene whose snapshot it was compressed against and is read with; null when it is complete in itself. */
  readonly snapshotBase: string | null;
};

type Kept = { readonly id: string; readonly snapshot: Uint8Array; readonly snapshotBase: string | null };

export type SnapshotCompressor = {
  /** Presses the snapshot of a scene that follows another. */
  readonly press: (
    previousSceneId: string,
    scene: { readonly id: string; readonly snapshot: unknown },
  ) => Promise<CompressedSnapshot>;
  /** Returns the decompressed snapshots by scene id. */
  readonly read: (scenes: readonly Kept[]) => Promise<ReadonlyMap<string, unknown>>;
};

/** A snapshot that takes more than this has drifted so far from its base that it becomes one itself. */
const MOST_BYTES = 12_000;
/** Number of bases whose parts are cached: those of the campaigns being played. */
const MOST_BASES = 24;
/** Number of scenes whose base is cached. */
const MOST_SCENES = 500;

type Base = { readonly id: string; readonly parts: SnapshotParts };

/**
 * Compresses a snapshot against a base. Returns null when it differs too much or has no parts; it is then stored
 * complete.
 */
async function against({ id, parts }: Base, snapshot: unknown): Promise<CompressedSnapshot | null> {
  const next = toSnapshotParts(snapshot);
  const small = next === null ? null : await compressChanges(parts, next);
  return small === null || small.length > MOST_BYTES ? null : { snapshot: small, snapshotBase: id };
}

async function alone(snapshot: unknown): Promise<CompressedSnapshot> {
  return { snapshot: await compressJsonAsync(snapshot), snapshotBase: null };
}

/** Presses snapshots one after the other, in the order of the story, as turns would have. */
export function createSequentialCompressor(): (
  sceneId: string,
  snapshot: unknown,
) => Promise<CompressedSnapshot> {
  let base: Base | null = null;
  return async (sceneId, snapshot) => {
    const small = base === null ? null : await against(base, snapshot);
    if (small !== null) return small;
    const parts = toSnapshotParts(snapshot);
    base = parts === null ? null : { id: sceneId, parts };
    return alone(snapshot);
  };
}

/**
 * Creates the compressor of snapshots. A turn changes little of the world, so each snapshot is kept as its changes to
 * an earlier base. That takes a fiftieth of the space. A base never has a base itself, so there is no chain to walk.
 */
export function createSnapshotCompressor(database: Database): SnapshotCompressor {
  const bases = createLruCache<SnapshotParts>(MOST_BASES);
  const baseIds = createLruCache<string>(MOST_SCENES);

  const basesOf = async (ids: readonly string[]): Promise<ReadonlyMap<string, SnapshotParts>> => {
    const known = new Map(ids.flatMap((id) => toList(bases.get(id)).map((parts) => [id, parts])));
    const missing = ids.filter((id) => !known.has(id));
    if (missing.length === 0) return known;
    const found = await database.find(Scene, { id: { $in: missing } }, { fields: ['id', 'snapshot'] });
    for (const { id, snapshot } of found) {
      const parts = toSnapshotParts(JSON.parse(decompressBytes(snapshot).toString('utf8')));
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
    // The commit rejects a snapshot that follows no scene.
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
          if (snapshotBase === null) return [id, JSON.parse(decompressBytes(snapshot).toString('utf8'))];
          const base = found.get(snapshotBase);
          if (base === undefined)
            throw new Error(`scene ${snapshotBase}, which scene ${id} is read with, is gone`);
          return [id, JSON.parse(readAgainst(base, snapshot))];
        }),
      );
    },
  };
}

/** Reads a snapshot with its base. Earlier versions compressed the whole snapshot against the whole base. */
function readAgainst(base: SnapshotParts, bytes: Uint8Array): string {
  if (isCompressedChanges(bytes)) return decompressChanges(base, bytes);
  return decompressBytes(bytes, Buffer.from(serialiseParts(base))).toString('utf8');
}

function toList<Item>(item: Item | undefined): readonly Item[] {
  return item === undefined ? [] : [item];
}
