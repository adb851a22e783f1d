import type { Subjects } from '../lore-chunk.ts';

/**
 * What must be true of a row. Said once and read twice: `sqlOf` has LanceDB filter by it, `predicateOf` filters rows
 * held in memory, and both let the same rows through.
 */
export type Condition =
  | {
      readonly kind: 'one-of' | 'none-of' | 'holds-any';
      readonly column: string;
      readonly values: readonly string[];
    }
  | { readonly kind: 'at-most'; readonly column: string; readonly value: number }
  | { readonly kind: 'is-false'; readonly column: string }
  | { readonly kind: 'all' | 'any'; readonly of: readonly Condition[] };

/** Matches no row: what an empty choice must mean. */
export const NOTHING: Condition = { kind: 'any', of: [] };

export function isOneOf(column: string, values: readonly string[]): Condition {
  return { kind: 'one-of', column, values: values.map(plain) };
}

/** Null when every row may stay. */
export function isNoneOf(column: string, values: readonly string[]): Condition | null {
  return values.length === 0 ? null : { kind: 'none-of', column, values: values.map(plain) };
}

/** Rows whose list has at least one of the values. */
export function holdsAny(column: string, values: readonly string[]): Condition {
  return { kind: 'holds-any', column, values: values.map(plain) };
}

export function isAtMost(column: string, value: number): Condition {
  return Number.isSafeInteger(value) ? { kind: 'at-most', column, value } : NOTHING;
}

export function isFalse(column: string): Condition {
  return { kind: 'is-false', column };
}

/** Null, which every row meets, when no condition is given. */
export function allOf(...conditions: readonly (Condition | null)[]): Condition | null {
  const given = conditions.filter((condition) => condition !== null);
  return given.length > 1 ? { kind: 'all', of: given } : (given[0] ?? null);
}

export function anyOf(...conditions: readonly Condition[]): Condition {
  return { kind: 'any', of: conditions };
}

/** Rows about at least one of the subjects. */
export function isAbout({ entityIds, locationIds, factionIds, threadIds, tags }: Subjects): Condition {
  const parts = {
    entity_ids: entityIds,
    location_ids: locationIds,
    faction_ids: factionIds,
    thread_ids: threadIds,
    tags,
  };
  return anyOf(
    ...Object.entries(parts).flatMap(([column, values]) =>
      values.length === 0 ? [] : holdsAny(column, values),
    ),
  );
}

/** A value as it is compared. A NUL would end a statement early in some readers, half a letter cannot be written. */
export function plain(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
