import type {
  AnyEntity,
  Configuration,
  Dictionary,
  EntityData,
  QueryResult,
  Transaction,
} from '@mikro-orm/core';
import { isRaw, type LoggingOptions, type RawQueryFragment } from '@mikro-orm/core';
import { AbstractSqlDriver, BaseSqliteConnection, NativeQueryBuilder, SqlitePlatform } from '@mikro-orm/sql';
import { CompiledQuery } from 'kysely';
import { type BoundStatement, bindValues } from './bind-values.ts';
import type { NodeSqliteDialect, Opened } from './sqlite-dialect.ts';

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
    // Named parameters are nobody's here; whoever brings them is served the slow way.
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

  /** There is one connection. It is free for whoever holds the open transaction, or for anybody while there is none; else one waits. */
  #freeConnection(holdsTransaction: boolean): Opened | null {
    const { connection } = this.config.get('driverOptions') as NodeSqliteDialect; // as the options of the store have it
    return connection?.isInTransaction() === holdsTransaction ? connection : null;
  }
}

function resultOf(statement: ReturnType<Opened['prepare']>, values: BoundStatement['values']) {
  if (statement.reader) return { rows: statement.all(values) };
  const { changes, lastInsertRowid } = statement.run(values);
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
}
