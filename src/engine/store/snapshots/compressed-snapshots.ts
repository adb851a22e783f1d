import { isJsonObject, toCanonicalJson } from '#engine/util/canonical-json.ts';
import { createLruCache } from '#engine/util/lru-cache.ts';
import { memoizeByObject } from '#engine/util/memoize.ts';
import { compressBytes, compressJsonAsync, decompressBytes } from '../database/compressed-json.ts';
import type { Database } from '../database/database.ts';
import { Scene } from '../entities/scene.ts';

/**
 * A snapshot in the parts a turn changes one of: each record of it, or each field that holds no records, as canonical JSON. Following
 * snapshots share the records that stay, so only those that changed are written.
 */
export type SnapshotParts = ReadonlyMap<string, SnapshotPart>;
type SnapshotPart = string | ReadonlyMap<string, string>;

/** Splits a snapshot into parts. Returns null for a value without parts: a list, a text. */
export function toSnapshotParts(snapshot: unknown): SnapshotParts | null {
  if (!isJsonObject(snapshot)) return null;
  return new Map(
    Object.entries(snapshot).flatMap(([name, value]): [string, SnapshotPart][] =>
      value === undefined ? [] : [[name, partOf(value)]],
    ),
  );
}

function partOf(value: unknown): SnapshotPart {
  if (!isJsonObject(value)) return textOf(value);
  const records = Object.entries(value).filter(([, record]) => record !== undefined);
  if (records.length === 0) return '{}';
  return new Map(records.map(([name, record]) => [name, textOf(record)]));
}

/** Serialises the parts to the canonical JSON of their snapshot. */
export function serialiseParts(parts: SnapshotParts): string {
  return object(parts, (part) => (typeof part === 'string' ? part : object(part, (text) => text)));
}

function object<Item>(items: ReadonlyMap<string, Item>, write: (item: Item) => string): string {
  const fields = [...items]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, item]) => `${JSON.stringify(name)}:${write(item)}`);
  return `{${fields.join(',')}}`;
}

const textOfRecord = memoizeByObject((record: object): string => toCanonicalJson(record));

function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? textOfRecord(value) : toCanonicalJson(value);
}

/** A field of a snapshot, or a record in it. */
type Path = readonly [string] | readonly [string, string];

type Change = { readonly path: Path; readonly text: string };

/** Changes that turn one snapshot into another. `texts` are in the order of `changed`. */
type SnapshotChanges = {
  readonly changed: readonly Path[];
  readonly gone: readonly Path[];
  readonly texts: readonly string[];
};

function diffSnapshotParts(base: SnapshotParts, next: SnapshotParts): SnapshotChanges {
  const found = [...next].flatMap(([name, part]) => changesOf(name, base.get(name), part));
  const gone = [...base].flatMap(([name, part]) => goneOf(name, part, next.get(name)));
  return { changed: found.map(({ path }) => path), gone, texts: found.map(({ text }) => text) };
}

function changesOf(name: string, before: SnapshotPart | undefined, after: SnapshotPart): readonly Change[] {
  if (typeof after === 'string') return after === before ? [] : [{ path: [name], text: after }];
  return [...after].flatMap(([record, text]) => {
    const isSame = typeof before === 'object' && before.get(record) === text;
    return isSame ? [] : [{ path: [name, record] as const, text }];
  });
}

function goneOf(name: string, before: SnapshotPart, after: SnapshotPart | undefined): readonly Path[] {
  if (after === undefined) return [[name]];
  if (typeof before === 'string' || typeof after === 'string') return [];
  return [...before.keys()].flatMap((record) => (after.has(record) ? [] : [[name, record] as const]));
}

function applyChanges(base: SnapshotParts, { changed, gone, texts }: SnapshotChanges): SnapshotParts {
  const fields = new Map<string, string | Map<string, string>>(
    [...base].map(([name, part]) => [name, typeof part === 'string' ? part : new Map(part)]),
  );
  for (const [name, record] of gone) {
    const part = fields.get(name);
    if (record === undefined) fields.delete(name);
    else if (part instanceof Map) part.delete(record);
  }
  for (const [index, [name, record]] of changed.entries()) {
    const text = texts[index] ?? '';
    const part = fields.get(name);
    if (record === undefined) fields.set(name, text);
    else if (part instanceof Map) part.set(record, text);
    else fields.set(name, new Map([[record, text]]));
  }
  return fields;
}

/** Returns the base's texts at the changed paths. They resemble the new texts, which makes them a good dictionary. */
function findPreviousTexts(base: SnapshotParts, changed: readonly Path[]): readonly string[] {
  return changed.flatMap(([name, record]) => {
    const part = base.get(name);
    if (part === undefined) return [];
    if (typeof part === 'string') return [part];
    return record === undefined ? [] : (part.get(record) ?? []);
  });
}

/** First byte of the format; no zstd output begins with it. */
const MARK = 1;
const LENGTH_BYTES = 4;
/** zstd takes nothing shorter for a dictionary. */
const SHORTEST_DICTIONARY = 8;

/** Compresses a snapshot as its changes to a base, with the base's texts at the same paths as dictionary. */
export async function compressChanges(base: SnapshotParts, next: SnapshotParts): Promise<Buffer> {
  const { changed, gone, texts } = diffSnapshotParts(base, next);
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
  const bases = createLruCache<string, SnapshotParts>(MOST_BASES);
  const baseIds = createLruCache<string, string>(MOST_SCENES);

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
    bases.set(id, parts);
    return { id, parts };
  };

  return {
    press: async (previousSceneId, { id, snapshot }) => {
      const base = await baseBefore(previousSceneId);
      const kept = (base === null ? null : await against(base, snapshot)) ?? (await alone(snapshot));
      baseIds.set(id, kept.snapshotBase ?? id);
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
