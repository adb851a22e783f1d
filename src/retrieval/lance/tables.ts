import { type Connection, connect, type Table } from '@lancedb/lancedb';
import type { Clock } from '#engine/kit/clock.ts';
import { boundedSession } from './bounded-session.ts';
import { type Catalogue, type CatalogueEntry, openCatalogue } from './catalogue.ts';
import { FORMAT, type Layout, schemaOf } from './columns.ts';
import { bringIndicesUpToDate } from './indices.ts';
import type { Row } from './row.ts';
import type { Shelf } from './shelf.ts';
import { HELD_ROWS, openShelves } from './shelves.ts';
import { type TableKey, tableName } from './table-name.ts';
import { type Turns, turns } from './turns.ts';

/** What the catalogue says of a table besides what is counted while its rows are written. */
export type NewTable = Pick<CatalogueEntry, 'digest' | 'model' | 'dimension'>;

/** The tables of an index. A table is replaced whole: the new one is made beside it and counts once it is complete. */
export type Tables = {
  /** What is known of a key's table; null when there is none this version can read. */
  readonly entry: (key: TableKey) => CatalogueEntry | null;
  /** The table that serves a key now; null when there is none. */
  readonly serving: (key: TableKey) => Promise<Table | null>;
  /** The rows of a key's table in memory; null when there is no table, or it is too large to be held. */
  readonly shelf: (key: TableKey, layout: Layout) => Promise<Shelf | null>;
  /** Writes rows into the table that serves a key, and into its shelf; `write` gives the version they made. To be called in turn. */
  readonly alongside: (
    key: TableKey,
    rows: readonly Row[],
    write: (table: Table) => Promise<number>,
  ) => Promise<void>;
  /** Does work on the table that serves a key which leaves its rows as they are. Searches go on meanwhile. To be called in turn. */
  readonly renewed: (key: TableKey, work: (table: Table) => Promise<void>) => Promise<void>;
  readonly replace: (
    key: TableKey,
    layout: Layout,
    about: NewTable,
    pages: AsyncIterable<readonly Row[]>,
  ) => Promise<void>;
  /** Changes what the catalogue says of a table whose rows were changed in place. */
  readonly note: (key: TableKey, change: Partial<CatalogueEntry>) => Promise<void>;
  readonly drop: (key: TableKey) => Promise<void>;
  /** Works on a key one after another: LanceDB doubles rows that are merged at the same time. */
  readonly inTurn: Turns<TableKey>['inTurn'];
  /** Versions of a table from before then are read by nobody any more. */
  readonly oldestKept: () => Date;
  /** Learns of tables another server has made since. */
  readonly refresh: () => Promise<void>;
  /** How much memory LanceDB keeps what it has read in. */
  readonly cachedBytes: () => number;
  readonly close: () => Promise<void>;
};

export type TablesOptions = { readonly cacheMegabytes: number; readonly heldRows?: number | undefined };

/** How often a table looks for what another server wrote into it. */
const CONSISTENCY_SECONDS = 5;
/** No query takes so long. */
const KEPT_MILLISECONDS = 600_000;

export async function openTables(
  uri: string,
  clock: Clock,
  { cacheMegabytes, heldRows = HELD_ROWS }: TablesOptions,
): Promise<Tables> {
  const session = boundedSession(cacheMegabytes);
  const connection = await connect(uri, { readConsistencyInterval: CONSISTENCY_SECONDS, session });
  const catalogue = await openCatalogue(connection);
  await dropOutdated(connection, catalogue);
  const { inTurn, allDone } = turns<TableKey>();
  const entry = (key: TableKey) => {
    const known = catalogue.get(key);
    return known?.format === FORMAT ? known : null;
  };
  const { serving, forget } = servingTables(connection, entry);
  const shelves = openShelves(heldRows);
  return {
    entry,
    serving,
    shelf: async (key, { read: columns }) => {
      const { generation } = entry(key) ?? {};
      const table = await serving(key);
      return generation === undefined || table === null
        ? null
        : shelves.of({ key, table, generation, columns });
    },
    alongside: async (key, rows, write) => {
      const table = await serving(key);
      if (table === null) throw new Error(`the table of ${key} is gone`);
      await shelves.alongside(key, table, rows, () => write(table));
    },
    renewed: async (key, work) => {
      const table = await serving(key);
      if (table !== null) await shelves.renewed(key, () => work(table));
    },
    replace: async (key, layout, about, pages) => {
      const generation = (catalogue.get(key)?.generation ?? 0) + 1;
      const counts = await makeTable(connection, tableName(key, generation), layout, about, pages);
      await catalogue.put({ key, generation, format: FORMAT, indexedAt: clock(), ...about, ...counts });
      // The one before may still be read by a query on its way; it goes when this one is replaced.
      await dropIfThere(connection, tableName(key, generation - 2));
    },
    note: async (key, change) => {
      const known = catalogue.get(key);
      if (known !== null) await catalogue.put({ ...known, ...change });
    },
    drop: async (key) => {
      const generation = catalogue.get(key)?.generation ?? 0;
      await catalogue.remove(key);
      // Generations begin anew: the next first one is another table.
      forget(key);
      shelves.forget(key);
      for (const past of [generation, generation - 1]) await dropIfThere(connection, tableName(key, past));
    },
    inTurn,
    oldestKept: () => new Date(clock().getTime() - KEPT_MILLISECONDS),
    refresh: catalogue.refresh,
    cachedBytes: () => Number(session.sizeBytes()),
    close: async () => {
      await allDone();
      catalogue.close();
      connection.close();
    },
  };
}

/** Opens each table once, and another one when it was replaced. */
function servingTables(
  connection: Connection,
  entry: (key: TableKey) => CatalogueEntry | null,
): Pick<Tables, 'serving'> & { readonly forget: (key: TableKey) => void } {
  const opened = new Map<TableKey, { readonly generation: number; readonly table: Promise<Table> }>();
  return {
    serving: async (key) => {
      const { generation } = entry(key) ?? {};
      if (generation === undefined) return null;
      const known = opened.get(key);
      if (known?.generation === generation) return known.table;
      const table = connection.openTable(tableName(key, generation));
      opened.set(key, { generation, table });
      table.catch(() => opened.delete(key));
      return table;
    },
    forget: (key) => void opened.delete(key),
  };
}

async function makeTable(
  connection: Connection,
  name: string,
  layout: Layout,
  { dimension }: NewTable,
  pages: AsyncIterable<readonly Row[]>,
): Promise<Pick<CatalogueEntry, 'rows' | 'tokens' | 'vectors'>> {
  const schema = schemaOf(layout, dimension === 0 ? null : dimension);
  // A run that was interrupted may have left a table under this name.
  await dropIfThere(connection, name);
  const table = await connection.createEmptyTable(name, schema);
  const counts = { rows: 0, tokens: 0, vectors: 0 };
  for await (const page of pages) {
    if (page.length > 0) await table.add([...page]);
    counts.rows += page.length;
    counts.tokens += page.reduce((sum, row) => sum + Number(row.tokens), 0);
    counts.vectors += page.filter(({ vector }) => vector !== undefined && vector !== null).length;
  }
  await bringIndicesUpToDate(table, layout);
  table.close();
  return counts;
}

/** Tables that were replaced before the last stop. Those of a higher generation are unfinished and will be overwritten. */
async function dropOutdated(connection: Connection, catalogue: Catalogue): Promise<void> {
  const names = new Set(await connection.tableNames());
  for (const { key, generation } of catalogue.all()) {
    for (const past of [tableName(key, generation - 1), tableName(key, generation - 2)]) {
      if (names.has(past)) await dropIfThere(connection, past);
    }
  }
}

async function dropIfThere(connection: Connection, name: string): Promise<void> {
  // Another server may have been faster; what is gone need not be dropped.
  await connection.dropTable(name).catch(() => {});
}
