import { assertNever } from '#engine/kit/assert-never.ts';
import type { Condition } from './condition.ts';
import type { Row } from './row.ts';

/** A condition as a question to a row in memory, whose lists are arrays. */
export function predicateOf(condition: Condition | null): (row: Row) => boolean {
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
      const each = condition.of.map(predicateOf);
      return (row) => each.every((holds) => holds(row));
    }
    case 'any': {
      const each = condition.of.map(predicateOf);
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
