import { assertNever } from '#engine/util/assert-never.ts';
import type { Subjects } from '../lore-chunk.ts';
import type { Row } from './rows.ts';

/**
 * Condition on a row, written once and used twice. `toSql` gives LanceDB a filter, `toPredicate` filters rows held in
 * memory. Both let the same rows through.
 */
export type RowCondition =
  | {
      readonly kind: 'one-of' | 'none-of' | 'holds-any';
      readonly column: string;
      readonly values: readonly string[];
    }
  | { readonly kind: 'at-most'; readonly column: string; readonly value: number }
  | { readonly kind: 'is-false'; readonly column: string }
  | { readonly kind: 'all' | 'any'; readonly of: readonly RowCondition[] };

/** Matches no row: what an empty choice must mean. */
export const MATCH_NOTHING: RowCondition = { kind: 'any', of: [] };

export function matchValues(column: string, values: readonly string[]): RowCondition {
  return { kind: 'one-of', column, values: values.map(normaliseValue) };
}

/** Builds the condition that a column has none of the values; null when every row may stay. */
export function excludeValues(column: string, values: readonly string[]): RowCondition | null {
  return values.length === 0 ? null : { kind: 'none-of', column, values: values.map(normaliseValue) };
}

/** Rows whose list has at least one of the values. */
export function matchListValues(column: string, values: readonly string[]): RowCondition {
  return { kind: 'holds-any', column, values: values.map(normaliseValue) };
}

export function limitValue(column: string, value: number): RowCondition {
  return Number.isSafeInteger(value) ? { kind: 'at-most', column, value } : MATCH_NOTHING;
}

export function matchFalse(column: string): RowCondition {
  return { kind: 'is-false', column };
}

/** Combines conditions; returns null, which every row meets, when none is given. */
export function combineAll(...conditions: readonly (RowCondition | null)[]): RowCondition | null {
  const given = conditions.filter((condition) => condition !== null);
  return given.length > 1 ? { kind: 'all', of: given } : (given[0] ?? null);
}

export function combineAny(...conditions: readonly RowCondition[]): RowCondition {
  return { kind: 'any', of: conditions };
}

/** Rows about at least one of the subjects. */
export function matchSubjects({
  entityIds,
  locationIds,
  factionIds,
  threadIds,
  tags,
}: Subjects): RowCondition {
  const parts = {
    entity_ids: entityIds,
    location_ids: locationIds,
    faction_ids: factionIds,
    thread_ids: threadIds,
    tags,
  };
  return combineAny(
    ...Object.entries(parts).flatMap(([column, values]) =>
      values.length === 0 ? [] : matchListValues(column, values),
    ),
  );
}

/** Normalises a value for comparison. Some readers end a statement at a NUL, and lone surrogates cannot be written. */
export function normaliseValue(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** Converts a condition to a predicate for rows in memory, whose lists are arrays. */
export function toPredicate(condition: RowCondition | null): (row: Row) => boolean {
  if (condition === null) return () => true;
  switch (condition.kind) {
    case 'one-of':
    case 'none-of':
      return byValue(condition.column, new Set(condition.values), condition.kind === 'one-of');
    case 'holds-any':
      return byList(condition.column, new Set(condition.values));
    case 'at-most': {
      const { column, value } = condition;
      return (row) => typeof row[column] === 'number' && row[column] <= value;
    }
    case 'is-false':
      return (row) => row[condition.column] === false;
    case 'all': {
      const each = condition.of.map(toPredicate);
      return (row) => each.every((holds) => holds(row));
    }
    case 'any': {
      const each = condition.of.map(toPredicate);
      return (row) => each.some((holds) => holds(row));
    }
    default:
      return assertNever(condition);
  }
}

function byValue(column: string, values: ReadonlySet<unknown>, isWanted: boolean): (row: Row) => boolean {
  return (row) => values.has(row[column]) === isWanted;
}

function byList(column: string, values: ReadonlySet<unknown>): (row: Row) => boolean {
  return (row) => {
    const list = row[column];
    return Array.isArray(list) && list.some((value) => values.has(value));
  };
}

/** Converts a condition to LanceDB's SQL. It takes no parameters, so every value goes through `quoted`. */
export function toSql(condition: RowCondition): string {
  switch (condition.kind) {
    case 'one-of':
      return condition.values.length === 0 ? 'false' : `${condition.column} in (${listed(condition.values)})`;
    case 'none-of':
      return condition.values.length === 0
        ? 'true'
        : `${condition.column} not in (${listed(condition.values)})`;
    case 'holds-any':
      return condition.values.length === 0
        ? 'false'
        : `array_has_any(${condition.column}, [${listed(condition.values)}])`;
    case 'at-most':
      return `${condition.column} <= ${condition.value}`;
    case 'is-false':
      return `${condition.column} = false`;
    case 'all':
      return condition.of.length === 0 ? 'true' : condition.of.map(inBrackets).join(' and ');
    case 'any':
      return condition.of.length === 0 ? 'false' : condition.of.map(inBrackets).join(' or ');
    default:
      return assertNever(condition);
  }
}

/** Narrows a query to the rows that meet a condition; null leaves it as it is. */
export function applyCondition<Query extends { where: (predicate: string) => Query }>(
  query: Query,
  condition: RowCondition | null,
): Query {
  return condition === null ? query : query.where(toSql(condition));
}

const inBrackets = (condition: RowCondition) => `(${toSql(condition)})`;
const listed = (values: readonly string[]) => values.map(quoted).join(', ');

/** Quotes a text as an SQL literal. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
