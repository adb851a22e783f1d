import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { type DatabaseConnection, SqliteDialect, type SqliteDialectConfig, SqliteDriver } from 'kysely';
import { createLruCache } from '#engine/util/lru-cache.ts';

const RETURNS_ROWS = /^\s*(select|pragma|explain|with)|\breturning\b/i;
const KEPT_STATEMENTS = 500;

/**
 * Node's own SQLite behind the interface Kysely expects: no native build. Write-ahead log, so that readers of
 * the file never wait for us; NORMAL, which in that mode loses nothing when the process dies.
 */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;
  readonly #opened: () => SqliteConnection | null;

  constructor(file: string, opening: SqliteOpenOptions = { onlyReads: false }) {
    let opened: SqliteConnection | null = null;
    const config = {
      database: async () => {
        opened = open(file, opening);
        return opened;
      },
    };
    super(config);
    this.#config = config;
    this.#opened = () => opened;
  }

  override createDriver(): SqliteDriver {
    return new NodeSqliteDriver(this.#config, this.#opened);
  }

  /**
   * Returns the connection itself, once there is one. The caller must know that no other caller's transaction is open
   * on it.
   */
  get connection(): SqliteConnection | null {
    return this.#opened();
  }
}

class NodeSqliteDriver extends SqliteDriver {
  readonly #opened: () => SqliteConnection | null;

  constructor(config: SqliteDialectConfig, opened: () => SqliteConnection | null) {
    super(config);
    this.#opened = opened;
  }

  /**
   * Skips the rollback when SQLite has already rolled back, as it does when the disk is full. A second one would hide
   * the cause.
   */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#opened()?.isInTransaction() === true) await super.rollbackTransaction(connection);
  }
}

export type SqliteConnection = ReturnType<typeof open>;

/** `onlyReads`: SQLite itself refuses every change over this connection. */
export type SqliteOpenOptions = { readonly onlyReads: boolean };

function open(file: string, { onlyReads }: SqliteOpenOptions) {
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = wal');
  database.exec('pragma synchronous = normal');
  database.exec('pragma busy_timeout = 5000');
  database.exec('pragma foreign_keys = on');
  if (onlyReads) database.exec('pragma query_only = on');

  const prepared = createLruCache<StatementSync>(KEPT_STATEMENTS);
  const prepare = (sql: string): StatementSync => {
    const statement = prepared.get(sql) ?? database.prepare(sql);
    prepared.put(sql, statement);
    return statement;
  };

  return {
    prepare(sql: string) {
      const statement = prepare(sql);
      return {
        reader: RETURNS_ROWS.test(sql),
        // Kysely hands over what MikroORM converted for SQLite: only values SQLite takes.
        all: (parameters: readonly unknown[]) => statement.all(...(parameters as SQLInputValue[])),
        run: (parameters: readonly unknown[]) => statement.run(...(parameters as SQLInputValue[])),
        iterate: (parameters: readonly unknown[]) =>
          statement.iterate(...(parameters as SQLInputValue[])) as IterableIterator<unknown>,
      };
    },
    /** Returns whether a transaction is open. */
    isInTransaction: () => database.isTransaction,
    close: () => database.close(),
  };
}
