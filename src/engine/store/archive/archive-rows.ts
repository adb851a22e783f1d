import { setImmediate as nextTick } from 'node:timers/promises';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import { compressJson, decompressJson } from '../database/compressed-json.ts';
import type { Database } from '../database/database.ts';
import { KeptPack } from '../entities/content.ts';
import { Scene } from '../entities/scene.ts';
import { readWorldDay } from '../scenes.ts';
import { createSequentialCompressor, createSnapshotCompressor } from '../snapshots/compressed-snapshots.ts';
import { ARCHIVED_TABLES, type ArchivedTable, type ArchiveScope } from './archived-tables.ts';

/** One row of one table, as on a line of an archive. */
export type ArchivedRow = { readonly table: string; readonly row: Readonly<Record<string, unknown>> };

/** Receives the progress of the work. */
export type ArchiveProgress = (done: number, of: number) => void;

/** Columns of all archived tables that hold JSON under zstd, and those that name a row elsewhere. */
const PACKED = ['snapshot', 'lore', 'content', 'recording', 'entry'];
/** Column of files, which are base64 in an archive. */
const BYTES = 'bytes';
const REFERENCES = ['campaign', 'session', 'scene', 'turn'];
const ROWS_AT_ONCE = 50;

type Column = { readonly name: string; readonly isMoment: boolean };

function columnsOf(database: Database, { entity }: ArchivedTable): readonly Column[] {
  const { props } = database.orm.getMetadata().get(entity);
  return props
    .filter(({ persist }) => persist !== false)
    .map(({ name, runtimeType }) => ({ name: String(name), isMoment: runtimeType === 'Date' }));
}

/** Reads all rows of a campaign, in an order that is the same on every database. */
export async function readArchiveRows(
  database: Database,
  scope: ArchiveScope,
  onProgress: ArchiveProgress,
): Promise<ArchivedRow[]> {
  const rows: ArchivedRow[] = [];
  const pressed = createSnapshotCompressor(database);
  const tables = Object.entries(ARCHIVED_TABLES);
  for (const [at, [name, table]] of tables.entries()) {
    onProgress(at, tables.length);
    const found = await database.find(table.entity, table.where(scope));
    // Rows of that table are what `read` takes.
    const scenes = table.entity === Scene ? (found as Scene[]) : [];
    const snapshots = await pressed.read(scenes);
    const columns = columnsOf(database, table).map(({ name }) => name);
    const sorted = found
      .map((entity) => ({ entity, key: table.order.map((column) => plain(entity, column)) }))
      .sort((one, other) => compare(one.key, other.key));
    const atRest = (column: string, value: unknown) => table.atRest[column]?.(value) ?? value;
    const read = (entity: object, column: string) =>
      column === 'snapshot'
        ? snapshots.get(String(plain(entity, 'id')))
        : atRest(column, plain(entity, column));
    for (const { entity } of sorted) {
      const entries = columns.map((column) => [
        column,
        table.local.includes(column) ? null : read(entity, column),
      ]);
      rows.push({ table: name, row: Object.fromEntries(entries) });
    }
  }
  onProgress(tables.length, tables.length);
  return rows;
}

/** Converts a column to JSON: references become ids, dates become text, compressed values are decompressed, and files become base64. */
function plain(entity: object, column: string): unknown {
  const value: unknown = Reflect.get(entity, column);
  if (value == null) return null;
  if (value instanceof Date) return value.toISOString();
  if (PACKED.includes(column) && value instanceof Uint8Array) return decompressJson(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  return REFERENCES.includes(column) ? Reflect.get(Object(value), 'id') : value;
}

function compare(one: readonly unknown[], other: readonly unknown[]): number {
  for (const [at, value] of one.entries()) {
    // Keys are ids and whole numbers; each column holds one kind alone.
    const [left, right] = [value as string | number, other[at] as string | number];
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

/**
 * Writes rows as they were read. Packs that are there already stay as they are. The log of history is made anew
 * from what was played, and so cannot be slipped into another campaign's.
 */
export async function writeArchiveRows(
  database: Database,
  rows: readonly ArchivedRow[],
  onProgress: ArchiveProgress,
): Promise<Rejection | null> {
  let done = 0;
  for (const [name, table] of Object.entries(ARCHIVED_TABLES)) {
    const own = rows.filter((each) => each.table === name).map(({ row }) => row);
    const columns = columnsOf(database, table);
    const names = columns.map((column) => column.name);
    const strange = own.find((row) => !isReadable(row, names, table));
    if (strange !== undefined) return otherVersion(name);
    const moments = columns.flatMap((column) => (column.isMoment ? column.name : []));
    const values = own.map((row) => stored(row, table, moments));
    if (name === 'scene') await pressAll(values, own);
    for (let at = 0; at < values.length; at += ROWS_AT_ONCE) {
      const some = values.slice(at, at + ROWS_AT_ONCE);
      await write(database, table, some);
      // Other work of the server goes on meanwhile.
      await nextTick();
      done += some.length;
      onProgress(done, rows.length);
    }
  }
  return null;
}

async function write(
  database: Database,
  { entity }: ArchivedTable,
  rows: Record<string, unknown>[],
): Promise<void> {
  if (entity === KeptPack) await database.insertMissing(entity, rows);
  else await database.insertMany(entity, rows);
}

/** Compresses the snapshots of scenes as a turn would have done. */
async function pressAll(
  values: readonly Record<string, unknown>[],
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const order = [...rows.keys()].sort((one, other) => Number(rows[one]?.index) - Number(rows[other]?.index));
  const press = createSequentialCompressor();
  for (const at of order) {
    const { id, snapshot } = rows[at] ?? {};
    const worldDay = readWorldDay(snapshot);
    Object.assign(values[at] ?? {}, await press(String(id), snapshot), { worldDay });
  }
}

/**
 * Returns whether a row has the columns of this version. Columns local to one server may be missing, as may columns
 * that earlier versions did not have.
 */
function isReadable(
  row: Readonly<Record<string, unknown>>,
  columns: readonly string[],
  { local, later }: ArchivedTable,
): boolean {
  const isThere = (column: string) => Object.hasOwn(row, column) || [...local, ...later].includes(column);
  return Object.keys(row).every((column) => columns.includes(column)) && columns.every(isThere);
}

function otherVersion(table: string): Rejection {
  const reason = `The rows of ${table} are not as this version writes them. Import the file with the version that wrote it, or write it anew.`;
  return reject('archive-of-another-version', reason);
}

/**
 * Converts a row of a file to a row of the table. Ignores the file's values of columns that are local to one server.
 */
function stored(
  row: Readonly<Record<string, unknown>>,
  { local, later }: ArchivedTable,
  moments: readonly string[],
): Record<string, unknown> {
  const entries = Object.entries(row).flatMap(([column, value]): [string, unknown][] => {
    if (column === 'id' && local.includes('id')) return [];
    if (value === null || local.includes(column)) return [[column, null]];
    if (moments.includes(column)) return [[column, new Date(String(value))]];
    if (column === BYTES) return [[column, Buffer.from(String(value), 'base64')]];
    return [[column, PACKED.includes(column) ? compressJson(value) : value]];
  });
  const missing = later.filter((column) => !Object.hasOwn(row, column));
  return Object.fromEntries([...entries, ...missing.map((column): [string, unknown] => [column, null])]);
}
