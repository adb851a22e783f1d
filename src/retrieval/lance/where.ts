import { assertNever } from '#engine/kit/assert-never.ts';
import type { Condition } from './condition.ts';

/** A condition as LanceDB reads it, which takes no parameters: every value goes through `quoted`. */
export function sqlOf(condition: Condition): string {
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

/** A query narrowed to the rows that meet a condition; null leaves it as it is. */
export function narrowed<Query extends { where: (predicate: string) => Query }>(
  query: Query,
  condition: Condition | null,
): Query {
  return condition === null ? query : query.where(sqlOf(condition));
}

const inBrackets = (condition: Condition) => `(${sqlOf(condition)})`;
const listed = (values: readonly string[]) => values.map(quoted).join(', ');

/** A text as an SQL literal. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
