import type { SQLInputValue } from 'node:sqlite';
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
import { AbstractSqlDriver, BaseSqliteConnection, NativeQueryBuilder, SqlitePlatform } from '@mikro-orm/sql';
import { CompiledQuery } from 'kysely';
import { memoizeText } from '#engine/util/memoize.ts';
import type { NodeSqliteDialect, SqliteConnection } from './sqlite-dialect.ts';

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
export class BindingSqliteDriver extends AbstractSqlDriver<BindingConnection> {
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
