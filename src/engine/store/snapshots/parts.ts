import { canonicalJson } from '#engine/kit/canonical-json.ts';
import { oncePer } from '#engine/kit/once-per.ts';

/**
 * A snapshot in the parts a turn changes one of: each record of it, or each field that holds no records, as canonical JSON. Following
 * snapshots share the records that stay, so only those that changed are written.
 */
export type Parts = ReadonlyMap<string, Part>;
export type Part = string | ReadonlyMap<string, string>;

/** Null for what has no parts: a list, a text. */
export function partsOf(snapshot: unknown): Parts | null {
  if (!isObject(snapshot)) return null;
  return new Map(
    Object.entries(snapshot).flatMap(([name, value]): [string, Part][] =>
      value === undefined ? [] : [[name, partOf(value)]],
    ),
  );
}

function partOf(value: unknown): Part {
  if (!isObject(value)) return textOf(value);
  const records = Object.entries(value).filter(([, record]) => record !== undefined);
  if (records.length === 0) return '{}';
  return new Map(records.map(([name, record]) => [name, textOf(record)]));
}

/** The canonical JSON of the snapshot the parts are of. */
export function textOfParts(parts: Parts): string {
  return object(parts, (part) => (typeof part === 'string' ? part : object(part, (text) => text)));
}

function object<Item>(items: ReadonlyMap<string, Item>, write: (item: Item) => string): string {
  const fields = [...items]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, item]) => `${JSON.stringify(name)}:${write(item)}`);
  return `{${fields.join(',')}}`;
}

const textOfRecord = oncePer((record: object): string => canonicalJson(record));

function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? textOfRecord(value) : canonicalJson(value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
