import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import {
  type AnyEntity,
  type Configuration,
  type Dictionary,
  type EntityData,
  isRaw,
  type LoggingOptions,
  type QueryResult,
  type RawQueryFragment,
  type Transaction,
} from '@mikro-orm/core';
import { Migrator } from '@mikro-orm/migrations';
import { defineConfig as postgresqlConfig } from '@mikro-orm/postgresql';
import {
  AbstractSqlDriver,
  BaseSqliteConnection,
  NativeQueryBuilder,
  SqlitePlatform,
  defineConfig as sqlConfig,
} from '@mikro-orm/sql';
import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely';
import { createLruCache } from '#engine/util/lru-cache.ts';
import { memoizeText } from '#engine/util/memoize.ts';
import { Campaign, CampaignInvitation, CampaignMember } from '../entities/campaign.ts';
import { HomebrewVersion, KeptPack, SegmentSwitch } from '../entities/content.ts';
import { PackImage, Portrait } from '../entities/images.ts';
import { JobEntity, LoggedHistory, ServerNode } from '../entities/jobs.ts';
import { CallReservation, ModelCall, SideCall } from '../entities/model-calls.ts';
import { NarrationChoice, NarrationVersion, OpenRetelling, Scene } from '../entities/scene.ts';
import {
  ActionEntity,
  ChronicleEntity,
  MemoryEntity,
  RelationEntity,
  RollEntity,
  SummaryEntity,
} from '../entities/scene-rows.ts';
import { Session } from '../entities/session.ts';
import { KeptReply, Turn, TurnEventEntity, TurnRecording } from '../entities/turn.ts';
import { ApiToken, ChatAnswer, StreamTicket, ViewerTurn } from '../entities/viewer.ts';

const RETURNS_ROWS = /^\s*(select|pragma|explain|with)|\breturning\b/i;
const KEPT_STATEMENTS = 500;

/**
 * Node's own SQLite behind the interface Kysely expects: no native build. Write-ahead log, so that readers of
 * the file never wait for us; NORMAL, which in that mode loses nothing when the process dies.
 */
class NodeSqliteDialect extends SqliteDialect {
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

type SqliteConnection = ReturnType<typeof open>;

/** `onlyReads`: SQLite itself refuses every change over this connection. */
type SqliteOpenOptions = { readonly onlyReads: boolean };

function open(file: string, { onlyReads }: SqliteOpenOptions) {
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = wal');
  database.exec('pragma synchronous = normal');
  database.exec('pragma busy_timeout = 5000');
  database.exec('pragma foreign_keys = on');
  if (onlyReads) database.exec('pragma query_only = on');

  const prepared = createLruCache<string, StatementSync>(KEPT_STATEMENTS);
  const prepare = (sql: string): StatementSync => {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    const statement = database.prepare(sql);
    prepared.set(sql, statement);
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

type BoundStatement = { readonly sql: string; readonly values: readonly SQLInputValue[] };

type Bound = { readonly sql: string; readonly values: SQLInputValue[] };

/**
 * Separates a statement from its values, as SQLite wants them. The text stays the same from turn to turn and is
 * prepared once, and no value is ever read as SQL. `?` is a value, `??` a name, `\?` a question mark.
 */
function bindValues(
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

/** Returns whether every value in a statement is already a question mark, as in most statements. */
const hasOnlyValues: (sql: string) => boolean = memoizeText((sql) => !/\\\?|\?\?/.test(sql));

/** Returns whether a parameter is written into the statement as more or less than one question mark. */
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

/** MikroORM writes values into the text of a statement; here they are bound, so that every statement is prepared once. */
class BindingSqliteDriver extends AbstractSqlDriver<BindingConnection> {
  constructor(config: Configuration) {
    super(config, new SqlitePlatform(), BindingConnection, ['kysely']);
  }
}

type Rows = QueryResult | EntityData<AnyEntity> | EntityData<AnyEntity>[];

class BindingConnection extends BaseSqliteConnection {
  override async execute<Result extends Rows = EntityData<AnyEntity>[]>(
    query: string | NativeQueryBuilder | RawQueryFragment,
    params: readonly unknown[] | Dictionary<unknown> = [],
    method: 'all' | 'get' | 'run' = 'all',
    ctx?: Transaction,
    loggerContext?: LoggingOptions,
  ): Promise<Result> {
    const asked = query instanceof NativeQueryBuilder ? query.toRaw() : query;
    const { sql, params: given } = isRaw(asked) ? asked : { sql: asked, params };
    // No statement here has named parameters; MikroORM's slower way handles them.
    if (!Array.isArray(given)) return super.execute<Result>(query, params, method, ctx, loggerContext);
    const connection = this.#freeConnection(ctx !== undefined);
    if (connection !== null) {
      const bound = bindValues(sql, given, (name) => this.platform.quoteIdentifier(name));
      return this.transformRawResult<Result>(resultOf(connection.prepare(bound.sql), bound.values), method);
    }
    await this.ensureConnection();
    const bound = bindValues(sql, given, (name) => this.platform.quoteIdentifier(name));
    return this.executeQuery(bound.sql, async () => {
      const compiled = CompiledQuery.raw(bound.sql, [...bound.values]);
      const result = await (ctx ?? this.getClient()).executeQuery(compiled);
      return this.transformRawResult<Result>(result, method);
    });
  }

  /**
   * Returns the one connection if it is free: to the holder of the open transaction, or to every caller while none is
   * open. Returns null otherwise; the caller then waits.
   */
  #freeConnection(holdsTransaction: boolean): SqliteConnection | null {
    const { connection } = this.config.get('driverOptions') as NodeSqliteDialect; // as the options of the store have it
    return connection?.isInTransaction() === holdsTransaction ? connection : null;
  }
}

function resultOf(statement: ReturnType<SqliteConnection['prepare']>, values: BoundStatement['values']) {
  if (statement.reader) return { rows: statement.all(values) };
  const { changes, lastInsertRowid } = statement.run(values);
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
}

/** Every table of the store. */
export const ENTITIES = [
  Campaign,
  Session,
  Scene,
  NarrationVersion,
  NarrationChoice,
  OpenRetelling,
  Turn,
  TurnEventEntity,
  TurnRecording,
  KeptReply,
  ModelCall,
  SideCall,
  CallReservation,
  MemoryEntity,
  ChronicleEntity,
  RollEntity,
  ActionEntity,
  RelationEntity,
  SummaryEntity,
  JobEntity,
  LoggedHistory,
  HomebrewVersion,
  KeptPack,
  SegmentSwitch,
  ApiToken,
  CampaignMember,
  CampaignInvitation,
  Portrait,
  PackImage,
  StreamTicket,
  ChatAnswer,
  ViewerTurn,
  ServerNode,
];

type Dialect = 'sqlite' | 'postgresql';

/** Returns the folder of the committed migrations of a dialect. */
export function getMigrationFolder(dialect: Dialect): string {
  return fileURLToPath(new URL(`../migrations/${dialect}`, import.meta.url));
}

function shared(dialect: Dialect) {
  const path = getMigrationFolder(dialect);
  return {
    entities: ENTITIES,
    extensions: [Migrator],
    debug: false,
    // Rows are read, inserted and updated one by one; nothing is tracked, so no flush can write back what was only read.
    disableIdentityMap: true,
    migrations: {
      path,
      pathTs: path,
      glob: '*.ts',
      snapshotName: 'schema',
      snapshotOnMigrate: false,
      silent: true,
    },
  };
}

export function createSqliteOptions(file: string, opening?: SqliteOpenOptions) {
  return sqlConfig({
    ...shared('sqlite'),
    driver: BindingSqliteDriver,
    dbName: file,
    driverOptions: new NodeSqliteDialect(file, opening),
  });
}

/** Tables that only servers of the previous version use while an upgrade goes from server to server. */
const PREVIOUS_TABLES = ['queued_history'];

export function createPostgresqlOptions(url: string) {
  const schemaGenerator = { skipTables: PREVIOUS_TABLES };
  return postgresqlConfig({ ...shared('postgresql'), schemaGenerator, clientUrl: url });
}
