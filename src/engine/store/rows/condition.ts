import { isRaw } from '@mikro-orm/core';
import type { Column, RowShape } from './row-shape.ts';

/** A piece of a statement and the values its marks stand for. */
export type Piece = { readonly sql: string; readonly values: readonly unknown[] };

const COMPARISONS: Readonly<Record<string, string>> = { $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' };

/** The `where` of a condition on the table's own columns, empty when there is none; null when it is anything else. */
export function whereOf(condition: unknown, shape: RowShape): Piece | null {
  const all = allOf(condition, shape);
  if (all === null || all.sql === '') return all;
  return { sql: ` where ${all.sql}`, values: all.values };
}

function allOf(condition: unknown, shape: RowShape): Piece | null {
  if (!isPlain(condition)) return null;
  return joined(
    Object.entries(condition).map(([key, value]) => one(key, value, shape)),
    ' and ',
  );
}

function one(key: string, value: unknown, shape: RowShape): Piece | null {
  if (key === '$or') return Array.isArray(value) ? anyOf(value, shape) : null;
  const column = shape.columns.get(key);
  if (column === undefined || value === undefined) return null;
  if (value === null) return { sql: `${column.name} is null`, values: [] };
  if (!isPlain(value)) return isSingle(value) ? compared(column, '=', value) : null;
  return joined(
    Object.entries(value).map(([operator, operand]) => withOperator(column, operator, operand)),
    ' and ',
  );
}

function anyOf(conditions: readonly unknown[], shape: RowShape): Piece | null {
  const either = joined(
    conditions.map((condition) => {
      const all = allOf(condition, shape);
      return all === null || all.sql === '' ? null : { sql: `(${all.sql})`, values: all.values };
    }),
    ' or ',
  );
  return either === null || either.sql === '' ? null : { sql: `(${either.sql})`, values: either.values };
}

function withOperator(column: Column, operator: string, operand: unknown): Piece | null {
  if (operator === '$in') return Array.isArray(operand) ? among(column, operand) : null;
  if (operator === '$ne') {
    if (operand === null) return { sql: `${column.name} is not null`, values: [] };
    return isSingle(operand) ? compared(column, '!=', operand) : null;
  }
  const sign = COMPARISONS[operator];
  return sign !== undefined && isSingle(operand) ? compared(column, sign, operand) : null;
}

function compared(column: Column, sign: string, value: unknown): Piece {
  return { sql: `${column.name} ${sign} ?`, values: [value] };
}

function among(column: Column, values: readonly unknown[]): Piece | null {
  if (!values.every(isSingle)) return null;
  if (values.length === 0) return { sql: '1 = 0', values: [] };
  return { sql: `${column.name} in (${values.map(() => '?').join(', ')})`, values };
}

function joined(pieces: readonly (Piece | null)[], by: string): Piece | null {
  const known = pieces.flatMap((piece) => piece ?? []);
  if (known.length < pieces.length) return null;
  const telling = known.filter(({ sql }) => sql !== '');
  return { sql: telling.map(({ sql }) => sql).join(by), values: telling.flatMap(({ values }) => values) };
}

function isSingle(value: unknown): boolean {
  return (
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    value instanceof Date
  );
}

export function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || isRaw(value)) return false;
  return Object.getPrototypeOf(value) === Object.prototype;
}
