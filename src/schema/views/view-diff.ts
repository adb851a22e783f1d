import { toCanonicalJson } from '#engine/util/canonical-json.ts';

/** Difference between two scenes: a whole part, or one record of a collection. */
export type ViewDifference = {
  readonly part: string;
  /** Id of the record; null when the part is no collection. */
  readonly id: string | null;
  readonly change: 'added' | 'removed' | 'changed';
  readonly before: unknown;
  readonly after: unknown;
  /** Names of the fields that differ in a changed record. */
  readonly fields: readonly string[];
};

type Records = Readonly<Record<string, unknown>>;

/** Compares two views of the world, part by part and record by record. Equal values are no difference. */
export function diffViews(before: Records, after: Records): readonly ViewDifference[] {
  return namesOf(before, after).flatMap((part) => {
    const [was, is] = [before[part] ?? null, after[part] ?? null];
    if (isSame(was, is)) return [];
    const [wasRecords, isRecords] = [recordsOf(was), recordsOf(is)];
    if (wasRecords === null || isRecords === null) {
      return [{ part, id: null, change: 'changed', before: was, after: is, fields: [] } as const];
    }
    return namesOf(wasRecords, isRecords).flatMap((id) =>
      recordDifference(part, id, wasRecords[id], isRecords[id]),
    );
  });
}

function recordDifference(
  part: string,
  id: string,
  before: unknown,
  after: unknown,
): readonly ViewDifference[] {
  if (isSame(before ?? null, after ?? null)) return [];
  if (before === undefined) return [{ part, id, change: 'added', before: null, after, fields: [] }];
  if (after === undefined) return [{ part, id, change: 'removed', before, after: null, fields: [] }];
  const fields = isObject(before) && isObject(after) ? changedFields(before, after) : [];
  return [{ part, id, change: 'changed', before, after, fields }];
}

function changedFields(before: Records, after: Records): readonly string[] {
  return namesOf(before, after).filter((name) => !isSame(before[name] ?? null, after[name] ?? null));
}

/** Returns a collection by the ids of its records: an object of objects, or a list of objects with ids. Null for other values. */
function recordsOf(value: unknown): Records | null {
  if (Array.isArray(value)) {
    const ids = value.map((item) => (isObject(item) && typeof item.id === 'string' ? item.id : null));
    return ids.includes(null) ? null : Object.fromEntries(value.map((item, at) => [ids[at], item]));
  }
  return isObject(value) && Object.values(value).every(isObject) ? value : null;
}

function namesOf(before: Records, after: Records): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
}

function isObject(value: unknown): value is Records {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || toCanonicalJson(one) === toCanonicalJson(other);
}
