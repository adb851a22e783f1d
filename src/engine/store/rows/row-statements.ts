import { isRaw } from '@mikro-orm/core';
import { isPlain, type Piece, whereOf } from './condition.ts';
import type { Column, RowShape } from './row-shape.ts';

/** A select of whole rows or of some columns, with the columns in the order they are read. */
export type Selection = Piece & { readonly columns: readonly Column[] };

const KNOWN_OPTIONS = new Set(['fields', 'orderBy', 'limit', 'lockMode']);

/** Null, here and below, for whatever these statements do not speak: MikroORM does. */
export function selectionOf(
  shape: RowShape,
  condition: unknown,
  options: Readonly<Record<string, unknown>>,
): Selection | null {
  if (Object.keys(options).some((option) => !KNOWN_OPTIONS.has(option))) return null;
  const columns = columnsOf(shape, options.fields);
  const where = whereOf(condition, shape);
  const order = orderOf(shape, options.orderBy);
  if (columns === null || where === null || order === null) return null;
  const names = columns.map(({ name }) => name).join(', ');
  const { limit } = options;
  const sql = `select ${names} from ${shape.table}${where.sql}${order}${limit === undefined ? '' : ' limit ?'}`;
  return { sql, values: limit === undefined ? where.values : [...where.values, limit], columns };
}

function columnsOf(shape: RowShape, fields: unknown): readonly Column[] | null {
  if (fields === undefined) return [...shape.columns.values()];
  if (!Array.isArray(fields)) return null;
  const wanted = fields.flatMap((field) => shape.columns.get(String(field)) ?? []);
  // A row always knows its key.
  return wanted.length < fields.length ? null : [...new Set([...shape.keys, ...wanted])];
}

function orderOf(shape: RowShape, orderBy: unknown): string | null {
  if (orderBy === undefined) return '';
  if (!isPlain(orderBy)) return null;
  const parts = Object.entries(orderBy).map(([property, direction]) => {
    const column = shape.columns.get(property);
    if (column === undefined || (direction !== 'asc' && direction !== 'desc')) return null;
    return `${column.name} ${direction}`;
  });
  if (parts.includes(null)) return null;
  return parts.length === 0 ? '' : ` order by ${parts.join(', ')}`;
}

/** One insert for rows that name the same columns. */
export function insertionOf(shape: RowShape, rows: readonly unknown[]): Piece | null {
  const [first] = rows;
  if (!isPlain(first)) return null;
  const properties = Object.keys(first);
  const columns = properties.flatMap((property) => shape.columns.get(property) ?? []);
  if (columns.length < properties.length) return null;
  const values = rows.map((row) => valuesOf(row, columns));
  if (values.includes(null)) return null;
  const marks = `(${columns.map(() => '?').join(', ')})`;
  const names = columns.map(({ name }) => name).join(', ');
  const returning = shape.counted === null ? '' : ` returning ${shape.counted.name}`;
  return {
    sql: `insert into ${shape.table} (${names}) values ${rows.map(() => marks).join(', ')}${returning}`,
    values: values.flatMap((own) => own ?? []),
  };
}

function valuesOf(row: unknown, columns: readonly Column[]): readonly unknown[] | null {
  if (!isPlain(row) || Object.keys(row).length !== columns.length) return null;
  const values = columns.map(({ property, write }) => write(row[property]));
  return values.some((value) => value === undefined || isRaw(value)) ? null : values;
}

export function changeOf(shape: RowShape, condition: unknown, data: unknown): Piece | null {
  const where = whereOf(condition, shape);
  if (where === null || !isPlain(data)) return null;
  const values: unknown[] = [];
  const sets: string[] = [];
  for (const [property, value] of Object.entries(data)) {
    const column = shape.columns.get(property);
    if (column === undefined || value === undefined) return null;
    if (isRaw(value)) {
      sets.push(`${column.name} = ${value.sql}`);
      values.push(...value.params);
    } else {
      sets.push(`${column.name} = ?`);
      values.push(column.write(value));
    }
  }
  if (sets.length === 0) return null;
  return {
    sql: `update ${shape.table} set ${sets.join(', ')}${where.sql}`,
    values: [...values, ...where.values],
  };
}

export function removalOf(shape: RowShape, condition: unknown): Piece | null {
  const where = whereOf(condition, shape);
  return where === null ? null : { sql: `delete from ${shape.table}${where.sql}`, values: where.values };
}

/** The sum of a column, how many rows have a value in it, and how many rows there are. */
export function sumOf(shape: RowShape, condition: unknown, property: string): Piece | null {
  const where = whereOf(condition, shape);
  const column = shape.columns.get(property);
  if (where === null || column === undefined) return null;
  const figures = `sum(${column.name}) as total, count(${column.name}) as valued, count(*) as counted`;
  return { sql: `select ${figures} from ${shape.table}${where.sql}`, values: where.values };
}

export function countOf(shape: RowShape, condition: unknown): Piece | null {
  const where = whereOf(condition, shape);
  return where === null
    ? null
    : { sql: `select count(*) as counted from ${shape.table}${where.sql}`, values: where.values };
}
