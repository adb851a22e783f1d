import { type Connection, connect, Session, type Table } from '@lancedb/lancedb';
import type { Clock } from '#engine/util/clock.ts';
import type { Row } from './rows.ts';
import { type CachedTable, createTableCache, MAX_CACHED_ROWS } from './table-cache.ts';
import {
  type CatalogueEntry,
  openTableCatalogue,
  type TableCatalogue,
  type TableKey,
  toTableName,
} from './table-catalogue.ts';
import { updateIndices } from './table-indices.ts';
import { TABLE_FORMAT, type TableLayout, toArrowSchema } from './table-layout.ts';

/** Runs what is asked for under one name one after another, in the order asked; other names go on beside it. */
type KeyedQueue<Name> = {
  readonly inTurn: <Result>(name: Name, work: () => Promise<Result>) => Promise<Result>;
  /** Resolves when everything asked for so far is done or has failed. */
  readonly allDone: () => Promise<void>;
};

function createKeyedQueue<Name>(): KeyedQueue<Name> {
  const queues = new Map<Name, Promise<void>>();
  return {
    inTurn: (name, work) => {
      const done = (queues.get(name) ?? Promise.resolve()).then(work);
      const settled = done.then(
        () => {},
        () => {},
      );
      queues.set(name, settled);
      void settled.then(() => {
        if (queues.get(name) === settled) queues.delete(name);
      });
      return done;
    },
    allDone: async () => {
      await Promise.all(queues.values());
    },
  };
}

const MEGABYTE = 1_000_000;
/** Indices are read by every query, what is known of files mostly when they are opened. */
const INDEX_SHARE = 0.75;

/**
 * Creates a LanceDB session with a bounded cache. The default limit is 7 GB. Every write makes a version with files of
 * its own, so a server played on day and night would reach it.
 */
function createBoundedSession(megabytes: number): Session {
  const bytes = (share: number) => BigInt(Math.round(megabytes * MEGABYTE * share));
  return new Session(bytes(INDEX_SHARE), bytes(1 - INDEX_SHARE));
}

/** Catalogue fields of a table that are known before its rows are written and counted. */
type NewTable = Pick<CatalogueEntry, 'digest' | 'model' | 'dimension'>;

/** The tables of an index. A table is replaced whole: the new one is made beside it and counts once it is complete. */
export type LanceTables = {
  /** Returns the catalogue entry of a key; null when it has no table this version can read. */
  readonly entry: (key: TableKey) => CatalogueEntry | null;
  /** Returns the table that serves a key now; null when there is none. */
  readonly serving: (key: TableKey) => Promise<Table | null>;
  /** Returns the cached rows of a key's table; null when there is no table, or it is too large to be cached. */
  readonly cachedTable: (key: TableKey, layout: TableLayout) => Promise<CachedTable | null>;
  /**
   * Writes rows into the table that serves a key, and into its cache. `write` returns the version they made. Call it
   * inside `inTurn`.
   */
  readonly alongside: (
    key: TableKey,
    rows: readonly Row[],
    write: (table: Table) => Promise<number>,
  ) => Promise<void>;
  /** Does work on the table that serves a key which leaves its rows as they are. Searches go on meanwhile. To be called in turn. */
  readonly renewed: (key: TableKey, work: (table: Table) => Promise<void>) => Promise<void>;
  readonly replace: (
    key: TableKey,
    layout: TableLayout,
    about: NewTable,
    pages: AsyncIterable<readonly Row[]>,
  ) => Promise<void>;
  /** Changes what the catalogue says of a table whose rows were changed in place. */
  readonly note: (key: TableKey, change: Partial<CatalogueEntry>) => Promise<void>;
  readonly drop: (key: TableKey) => Promise<void>;
  /** Works on a key one after another: LanceDB doubles rows that are merged at the same time. */
  readonly inTurn: KeyedQueue<TableKey>['inTurn'];
  /** Returns the time before which no query reads versions of a table any more. */
  readonly oldestKept: () => Date;
  /** Learns of tables another server has made since. */
  readonly refresh: () => Promise<void>;
  /** Returns the size of LanceDB's cache in bytes. */
  readonly cachedBytes: () => number;
  readonly close: () => Promise<void>;
};

type LanceTablesOptions = { readonly cacheMegabytes: number; readonly heldRows?: number | undefined };

/** Interval at which a table looks for the writes of other servers. */
const CONSISTENCY_SECONDS = 5;
/** No query takes so long. */
const KEPT_MILLISECONDS = 600_000;

export async function openLanceTables(
  uri: string,
  clock: Clock,
  { cacheMegabytes, heldRows = MAX_CACHED_ROWS }: LanceTablesOptions,
): Promise<LanceTables> {
  const session = createBoundedSession(cacheMegabytes);
  const connection = await connect(uri, { readConsistencyInterval: CONSISTENCY_SECONDS, session });
  const catalogue = await openTableCatalogue(connection);
  await dropOutdated(connection, catalogue);
  const { inTurn, allDone } = createKeyedQueue<TableKey>();
  const entry = (key: TableKey) => {
    const known = catalogue.get(key);
    return known?.format === TABLE_FORMAT ? known : null;
  };
  const { serving, forget } = servingTables(connection, entry);
  const cache = createTableCache(heldRows);
  return {
    entry,
    serving,
    cachedTable: async (key, { read: columns }) => {
      const { generation } = entry(key) ?? {};
      const table = await serving(key);
      return generation === undefined || table === null
        ? null
        : cache.of({ key, table, generation, columns });
    },
    alongside: async (key, rows, write) => {
      const table = await serving(key);
      if (table === null) throw new Error(`the table of ${key} is gone`);
      await cache.alongside(key, table, rows, () => write(table));
    },
    renewed: async (key, work) => {
      const table = await serving(key);
      if (table !== null) await cache.renewed(key, () => work(table));
    },
    replace: async (key, layout, about, pages) => {
      const generation = (catalogue.get(key)?.generation ?? 0) + 1;
      const counts = await makeTable(connection, toTableName(key, generation), layout, about, pages);
      await catalogue.put({ key, generation, format: TABLE_FORMAT, indexedAt: clock(), ...about, ...counts });
      // The one before may still be read by a query on its way; it goes when this one is replaced.
      await dropIfThere(connection, toTableName(key, generation - 2));
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
      cache.forget(key);
      for (const past of [generation, generation - 1]) await dropIfThere(connection, toTableName(key, past));
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
): Pick<LanceTables, 'serving'> & { readonly forget: (key: TableKey) => void } {
  const opened = new Map<TableKey, { readonly generation: number; readonly table: Promise<Table> }>();
  return {
    serving: async (key) => {
      const { generation } = entry(key) ?? {};
      if (generation === undefined) return null;
      const known = opened.get(key);
      if (known?.generation === generation) return known.table;
      const table = connection.openTable(toTableName(key, generation));
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
  layout: TableLayout,
  { dimension }: NewTable,
  pages: AsyncIterable<readonly Row[]>,
): Promise<Pick<CatalogueEntry, 'rows' | 'tokens' | 'vectors'>> {
  const schema = toArrowSchema(layout, dimension === 0 ? null : dimension);
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
  await updateIndices(table, layout);
  table.close();
  return counts;
}

/** Tables that were replaced before the last stop. Those of a higher generation are unfinished and will be overwritten. */
async function dropOutdated(connection: Connection, catalogue: TableCatalogue): Promise<void> {
  const names = new Set(await connection.tableNames());
  for (const { key, generation } of catalogue.all()) {
    for (const past of [toTableName(key, generation - 1), toTableName(key, generation - 2)]) {
      if (names.has(past)) await dropIfThere(connection, past);
    }
  }
}

async function dropIfThere(connection: Connection, name: string): Promise<void> {
  // Another server may have been faster; what is gone need not be dropped.
  await connection.dropTable(name).catch(() => {});
}
