import { toCanonicalJson } from '#engine/util/canonical-json.ts';
import { memoizeByObject } from '#engine/util/memoize.ts';

/**
 * A snapshot in the parts a turn changes one of: each record of it, or each field that holds no records, as canonical JSON. Following
 * snapshots share the records that stay, so only those that changed are written.
 */
export type SnapshotParts = ReadonlyMap<string, SnapshotPart>;
type SnapshotPart = string | ReadonlyMap<string, string>;

/** Splits a snapshot into parts. Returns null for a value without parts: a list, a text. */
export function toSnapshotParts(snapshot: unknown): SnapshotParts | null {
  if (!isObject(snapshot)) return null;
  return new Map(
    Object.entries(snapshot).flatMap(([name, value]): [string, SnapshotPart][] =>
      value === undefined ? [] : [[name, partOf(value)]],
    ),
  );
}

function partOf(value: unknown): SnapshotPart {
  if (!isObject(value)) return textOf(value);
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

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field of a snapshot, or a record in it. */
type Path = readonly [string] | readonly [string, string];

type Change = { readonly path: Path; readonly text: string };

/** Changes that turn one snapshot into another. `texts` are in the order of `changed`. */
export type SnapshotChanges = {
  readonly changed: readonly Path[];
  readonly gone: readonly Path[];
  readonly texts: readonly string[];
};

export function diffSnapshots(base: SnapshotParts, next: SnapshotParts): SnapshotChanges {
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

export function applyChanges(base: SnapshotParts, { changed, gone, texts }: SnapshotChanges): SnapshotParts {
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
export function findPreviousTexts(base: SnapshotParts, changed: readonly Path[]): readonly string[] {
  return changed.flatMap(([name, record]) => {
    const part = base.get(name);
    if (part === undefined) return [];
    if (typeof part === 'string') return [part];
    return record === undefined ? [] : (part.get(record) ?? []);
  });
}
