import { type EntityMetadata, type EntityProperty, isRaw, ReferenceKind } from '@mikro-orm/core';
import type { AbstractSqlPlatform } from '@mikro-orm/sql';

/** Name of a column in statements, and the conversions of its values. */
type Column = {
  readonly property: string;
  /** As the database calls it, bare: the name of a value in a row that was read. */
  readonly field: string;
  /** The same, quoted for a statement. */
  readonly name: string;
  readonly read: (stored: unknown) => unknown;
  readonly write: (value: unknown) => unknown;
};

/** Metadata of a table that statements need. */
export type TableShape = {
  readonly table: string;
  readonly columns: ReadonlyMap<string, Column>;
  readonly keys: readonly Column[];
  /** A key the database counts up by itself. */
  readonly counted: Column | null;
};

const shapes = new WeakMap<EntityMetadata, TableShape>();

/** Returns the shape of an entity's table, derived from its metadata once. */
export function getTableShape(meta: EntityMetadata, platform: AbstractSqlPlatform): TableShape {
  const known = shapes.get(meta);
  if (known !== undefined) return known;
  const columns = new Map(
    meta.props.map((property) => [String(property.name), columnOf(property, platform)]),
  );
  const keys = meta.primaryKeys.flatMap((key) => columns.get(String(key)) ?? []);
  const counted = meta.props.find(({ autoincrement }) => autoincrement);
  const shape = {
    table: platform.quoteIdentifier(meta.tableName),
    columns,
    keys,
    counted: counted === undefined ? null : (columns.get(String(counted.name)) ?? null),
  };
  shapes.set(meta, shape);
  return shape;
}

function columnOf(property: EntityProperty, platform: AbstractSqlPlatform): Column {
  const [field = '', ...more] = property.fieldNames;
  if (more.length > 0) throw new Error(`${String(property.name)} takes several columns; rows have one each`);
  return {
    property: String(property.name),
    field,
    name: platform.quoteIdentifier(field),
    read: readerOf(property, platform),
    write: writerOf(property, platform),
  };
}

function readerOf(property: EntityProperty, platform: AbstractSqlPlatform): Column['read'] {
  const { customType } = property;
  // A reference knows the id of its row without reading it.
  if (property.kind === ReferenceKind.MANY_TO_ONE) return (id) => (id === null ? null : { id });
  if (customType !== undefined) {
    return (stored) => (stored === null ? null : customType.convertToJSValue(stored, platform));
  }
  if (property.runtimeType === 'Date') {
    return (stored) =>
      stored === null || stored instanceof Date ? stored : platform.parseDate(dateText(stored));
  }
  if (property.runtimeType === 'boolean') return (stored) => (stored === null ? null : Boolean(stored));
  return (stored) => stored;
}

/** Converts a stored date: SQLite keeps milliseconds, PostgreSQL returns text. */
function dateText(stored: unknown): string | number {
  return typeof stored === 'number' ? stored : String(stored);
}

function writerOf({ customType }: EntityProperty, platform: AbstractSqlPlatform): Column['write'] {
  if (customType === undefined) return (value) => value;
  return (value) => customType.convertToDatabaseValue(value, platform, { mode: 'query-data' });
}

/** Part of a statement and the values of its placeholders. */
export type SqlFragment = { readonly sql: string; readonly values: readonly unknown[] };

const COMPARISONS: Readonly<Record<string, string>> = { $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' };

/**
 * Builds the `where` of a condition on the table's own columns, empty when there is none. Returns null for any other
 * condition.
 */
function toWhereClause(condition: unknown, shape: TableShape): SqlFragment | null {
  const all = allOf(condition, shape);
  if (all === null || all.sql === '') return all;
  return { sql: ` where ${all.sql}`, values: all.values };
}

function allOf(condition: unknown, shape: TableShape): SqlFragment | null {
  if (!isPlainRecord(condition)) return null;
  return joined(
    Object.entries(condition).map(([key, value]) => one(key, value, shape)),
    ' and ',
  );
}

function one(key: string, value: unknown, shape: TableShape): SqlFragment | null {
  if (key === '$or') return Array.isArray(value) ? anyOf(value, shape) : null;
  const column = shape.columns.get(key);
  if (column === undefined || value === undefined) return null;
  if (value === null) return { sql: `${column.name} is null`, values: [] };
  if (!isPlainRecord(value)) return isSingle(value) ? compared(column, '=', value) : null;
  return joined(
    Object.entries(value).map(([operator, operand]) => withOperator(column, operator, operand)),
    ' and ',
  );
}

function anyOf(conditions: readonly unknown[], shape: TableShape): SqlFragment | null {
  const either = joined(
    conditions.map((condition) => {
      const all = allOf(condition, shape);
      return all === null || all.sql === '' ? null : { sql: `(${all.sql})`, values: all.values };
    }),
    ' or ',
  );
  return either === null || either.sql === '' ? null : { sql: `(${either.sql})`, values: either.values };
}

function withOperator(column: Column, operator: string, operand: unknown): SqlFragment | null {
  if (operator === '$in') return Array.isArray(operand) ? among(column, operand) : null;
  if (operator === '$ne') {
    if (operand === null) return { sql: `${column.name} is not null`, values: [] };
    return isSingle(operand) ? compared(column, '!=', operand) : null;
  }
  const sign = COMPARISONS[operator];
  return sign !== undefined && isSingle(operand) ? compared(column, sign, operand) : null;
}

function compared(column: Column, sign: string, value: unknown): SqlFragment {
  return { sql: `${column.name} ${sign} ?`, values: [value] };
}

function among(column: Column, values: readonly unknown[]): SqlFragment | null {
  if (!values.every(isSingle)) return null;
  if (values.length === 0) return { sql: '1 = 0', values: [] };
  return { sql: `${column.name} in (${values.map(() => '?').join(', ')})`, values };
}

function joined(pieces: readonly (SqlFragment | null)[], by: string): SqlFragment | null {
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

function isPlainRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || isRaw(value)) return false;
  return Object.getPrototypeOf(value) === Object.prototype;
}

/** A select of whole rows or of some columns, with the columns in the order they are read. */
export type SelectStatement = SqlFragment & { readonly columns: readonly Column[] };

const KNOWN_OPTIONS = new Set(['fields', 'orderBy', 'limit', 'lockMode']);

/**
 * Builds a select. Returns null, as do the builders below, for queries these statements do not support; MikroORM runs
 * those.
 */
export function buildSelect(
  shape: TableShape,
  condition: unknown,
  options: Readonly<Record<string, unknown>>,
): SelectStatement | null {
  if (Object.keys(options).some((option) => !KNOWN_OPTIONS.has(option))) return null;
  const columns = columnsOf(shape, options.fields);
  const where = toWhereClause(condition, shape);
  const order = orderOf(shape, options.orderBy);
  if (columns === null || where === null || order === null) return null;
  const names = columns.map(({ name }) => name).join(', ');
  const { limit } = options;
  const sql = `select ${names} from ${shape.table}${where.sql}${order}${limit === undefined ? '' : ' limit ?'}`;
  return { sql, values: limit === undefined ? where.values : [...where.values, limit], columns };
}

function columnsOf(shape: TableShape, fields: unknown): readonly Column[] | null {
  if (fields === undefined) return [...shape.columns.values()];
  if (!Array.isArray(fields)) return null;
  const wanted = fields.flatMap((field) => shape.columns.get(String(field)) ?? []);
  // A row always knows its key.
  return wanted.length < fields.length ? null : [...new Set([...shape.keys, ...wanted])];
}

function orderOf(shape: TableShape, orderBy: unknown): string | null {
  if (orderBy === undefined) return '';
  if (!isPlainRecord(orderBy)) return null;
  const parts = Object.entries(orderBy).map(([property, direction]) => {
    const column = shape.columns.get(property);
    if (column === undefined || (direction !== 'asc' && direction !== 'desc')) return null;
    return `${column.name} ${direction}`;
  });
  if (parts.includes(null)) return null;
  return parts.length === 0 ? '' : ` order by ${parts.join(', ')}`;
}

/** Builds one insert for rows that name the same columns. */
export function buildInsert(
  shape: TableShape,
  rows: readonly unknown[],
  onConflict: '' | ' on conflict do nothing' = '',
): SqlFragment | null {
  const [first] = rows;
  if (!isPlainRecord(first)) return null;
  const properties = Object.keys(first);
  const columns = properties.flatMap((property) => shape.columns.get(property) ?? []);
  if (columns.length < properties.length) return null;
  const values = rows.map((row) => valuesOf(row, columns));
  if (values.includes(null)) return null;
  const marks = `(${columns.map(() => '?').join(', ')})`;
  const names = columns.map(({ name }) => name).join(', ');
  const returning = shape.counted === null ? '' : ` returning ${shape.counted.name}`;
  return {
    sql: `insert into ${shape.table} (${names}) values ${rows.map(() => marks).join(', ')}${onConflict}${returning}`,
    values: values.flatMap((own) => own ?? []),
  };
}

function valuesOf(row: unknown, columns: readonly Column[]): readonly unknown[] | null {
  if (!isPlainRecord(row) || Object.keys(row).length !== columns.length) return null;
  const values = columns.map(({ property, write }) => write(row[property]));
  return values.some((value) => value === undefined || isRaw(value)) ? null : values;
}

export function buildUpdate(shape: TableShape, condition: unknown, data: unknown): SqlFragment | null {
  const where = toWhereClause(condition, shape);
  if (where === null || !isPlainRecord(data)) return null;
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

export function buildDelete(shape: TableShape, condition: unknown): SqlFragment | null {
  const where = toWhereClause(condition, shape);
  return where === null ? null : { sql: `delete from ${shape.table}${where.sql}`, values: where.values };
}

/** Builds a query for the sum of a column, the number of rows with a value in it, and the number of rows. */
export function buildSum(shape: TableShape, condition: unknown, property: string): SqlFragment | null {
  const where = toWhereClause(condition, shape);
  const column = shape.columns.get(property);
  if (where === null || column === undefined) return null;
  const figures = `sum(${column.name}) as total, count(${column.name}) as valued, count(*) as counted`;
  return { sql: `select ${figures} from ${shape.table}${where.sql}`, values: where.values };
}

export function buildCount(shape: TableShape, condition: unknown): SqlFragment | null {
  const where = toWhereClause(condition, shape);
  return where === null
    ? null
    : { sql: `select count(*) as counted from ${shape.table}${where.sql}`, values: where.values };
}
