import type { SQLInputValue } from 'node:sqlite';
import { isRaw, type RawQueryFragment } from '@mikro-orm/core';
import { remembered } from '#engine/kit/remembered.ts';

export type BoundStatement = { readonly sql: string; readonly values: readonly SQLInputValue[] };

type Bound = { readonly sql: string; readonly values: SQLInputValue[] };

/**
 * A statement with its values beside it, as SQLite wants them: the text stays the same from turn to turn and is prepared once, and
 * no value is ever read as SQL. `?` is a value, `??` a name, `\?` a question mark.
 */
export function bindValues(
  sql: string,
  parameters: readonly unknown[],
  quoteName: (name: string) => string,
): BoundStatement {
  if (parameters.length === 0) return { sql, values: [] };
  if (hasOnlyValues(sql) && !parameters.some(isWrittenOut))
    return { sql, values: parameters.map(inputValue) };
  const values: SQLInputValue[] = [];
  let used = 0;
  const text = sql.replace(/\\\?|\?\??/g, (mark) => {
    if (mark === '\\?') return '?';
    const parameter = parameters[used];
    used += 1;
    if (mark === '??') return quoteName(String(parameter));
    const bound = boundValue(parameter, quoteName);
    values.push(...bound.values);
    return bound.sql;
  });
  return { sql: text, values };
}

/** Most statements: what stands for a value is a question mark already. */
const hasOnlyValues: (sql: string) => boolean = remembered((sql) => !/\\\?|\?\?/.test(sql));

/** Stands in the text of a statement as more or less than one question mark. */
function isWrittenOut(parameter: unknown): boolean {
  return isRaw(parameter) || Array.isArray(parameter);
}

function boundValue(value: unknown, quoteName: (name: string) => string): Bound {
  if (isRaw(value)) {
    const { sql, params }: RawQueryFragment = value;
    const bound = bindValues(sql, params, quoteName);
    return { sql: bound.sql, values: [...bound.values] };
  }
  if (Array.isArray(value)) {
    const each = value.map((item) => boundValue(item, quoteName));
    return { sql: each.map(({ sql }) => sql).join(', '), values: each.flatMap(({ values }) => values) };
  }
  return { sql: '?', values: [inputValue(value)] };
}

function inputValue(value: unknown): SQLInputValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'bigint' || value instanceof Uint8Array) return value;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  // A whole number given as such stays one; a plain number would be bound as a fraction.
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (value instanceof Date) return BigInt(value.getTime());
  return JSON.stringify(value);
}
