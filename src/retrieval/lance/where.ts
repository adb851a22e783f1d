import type { Subjects } from '../lore-chunk.ts';

/** A condition on rows. LanceDB takes no parameters, so every value goes through `quoted`. */
export type Where = string;

/** A text as an SQL literal. */
export function quoted(text: string): string {
  // A NUL would end the statement early in some readers; no id or tag has one.
  return `'${text.replaceAll('\0', '').replaceAll("'", "''")}'`;
}

export function isOneOf(column: string, values: readonly string[]): Where {
  return values.length === 0 ? NOTHING : `${column} in (${values.map(quoted).join(', ')})`;
}

export function isNoneOf(column: string, values: readonly string[]): Where | null {
  return values.length === 0 ? null : `${column} not in (${values.map(quoted).join(', ')})`;
}

export function holdsAny(column: string, values: readonly string[]): Where {
  return values.length === 0 ? NOTHING : `array_has_any(${column}, [${values.map(quoted).join(', ')}])`;
}

/** Matches no row: what an empty choice must mean. */
export const NOTHING: Where = 'false';

export function allOf(...conditions: readonly (Where | null)[]): Where | null {
  const given = conditions.filter((condition) => condition !== null);
  return given.length === 0 ? null : given.map((condition) => `(${condition})`).join(' and ');
}

export function anyOf(...conditions: readonly Where[]): Where {
  const possible = conditions.filter((condition) => condition !== NOTHING);
  return possible.length === 0 ? NOTHING : possible.map((condition) => `(${condition})`).join(' or ');
}

/** Rows about at least one of the subjects. */
export function isAbout({ entityIds, locationIds, factionIds, threadIds, tags }: Subjects): Where {
  return anyOf(
    holdsAny('entity_ids', entityIds),
    holdsAny('location_ids', locationIds),
    holdsAny('faction_ids', factionIds),
    holdsAny('thread_ids', threadIds),
    holdsAny('tags', tags),
  );
}
