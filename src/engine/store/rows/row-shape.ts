import { type EntityMetadata, type EntityProperty, ReferenceKind } from '@mikro-orm/core';
import type { AbstractSqlPlatform } from '@mikro-orm/sql';

/** A column as statements name it, and how its values come and go. */
export type Column = {
  readonly property: string;
  /** As the database calls it, bare: the name of a value in a row that was read. */
  readonly field: string;
  /** The same, quoted for a statement. */
  readonly name: string;
  readonly read: (stored: unknown) => unknown;
  readonly write: (value: unknown) => unknown;
};

/** What statements need to know of a table. */
export type RowShape = {
  readonly table: string;
  readonly columns: ReadonlyMap<string, Column>;
  readonly keys: readonly Column[];
  /** A key the database counts up by itself. */
  readonly counted: Column | null;
};

const shapes = new WeakMap<EntityMetadata, RowShape>();

/** The shape of an entity's table, worked out from its metadata once. */
export function rowShape(meta: EntityMetadata, platform: AbstractSqlPlatform): RowShape {
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
  // What a reference knows of its row without reading it.
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

/** SQLite keeps milliseconds, PostgreSQL gives text. */
function dateText(stored: unknown): string | number {
  return typeof stored === 'number' ? stored : String(stored);
}

function writerOf({ customType }: EntityProperty, platform: AbstractSqlPlatform): Column['write'] {
  if (customType === undefined) return (value) => value;
  return (value) => customType.convertToDatabaseValue(value, platform, { mode: 'query-data' });
}
