import type {
  EntityClass,
  EntityData,
  FilterQuery,
  FindOptions,
  IsolationLevel,
  Loaded,
  QueryResult,
  RequiredEntityData,
  Transaction,
} from '@mikro-orm/core';
import { type SqlEntityManager, SqlitePlatform } from '@mikro-orm/sql';
import { isTransactionConflict } from '../store-errors.ts';
import {
  buildCount,
  buildDelete,
  buildInsert,
  buildSelect,
  buildSum,
  buildUpdate,
  getTableShape,
  type SelectStatement,
  type SqlFragment,
  type TableShape,
} from './sql-statements.ts';

type Reading<Entity, Fields extends string> = Pick<
  FindOptions<Entity, never, Fields>,
  'fields' | 'orderBy' | 'limit' | 'lockMode'
>;
type Row = Readonly<Record<string, unknown>>;

/** A number of some rows of a table, to be added up. */
export type SumRequest = {
  readonly entity: EntityClass<object>;
  readonly where: Readonly<Record<string, unknown>>;
  readonly property: string;
};
/** Of the rows that have a value; `missing` is how many have none. */
export type SumResult = { readonly total: number; readonly missing: number };

type TransactionOptions = { readonly isolationLevel?: IsolationLevel };

/** Maximum number of times a transaction is run that others keep from ending. */
const CONFLICT_ATTEMPTS = 3;

/**
 * Access to the entities' tables, outside a transaction or within one. Tracks none of the rows it reads. A plain
 * condition on a table's own columns becomes one statement, and rows come back as they are. MikroORM supplies the
 * metadata for it and writes every other query.
 */
export class Database {
  readonly #em: SqlEntityManager;
  readonly #transaction: Transaction | null;

  constructor(em: SqlEntityManager, transaction: Transaction | null = null) {
    this.#em = em;
    this.#transaction = transaction;
  }

  /** An entity manager of its own, in the same transaction if there is one. */
  get orm(): SqlEntityManager {
    const em = this.#em.fork({ disableContextResolution: true });
    if (this.#transaction !== null) em.setTransactionContext(this.#transaction);
    return em;
  }

  async find<Entity extends object, Fields extends string = never>(
    entity: EntityClass<Entity>,
    where: FilterQuery<NoInfer<Entity>>,
    options: Reading<Entity, Fields> = {},
  ): Promise<Loaded<Entity, never, Fields>[]> {
    const selection = this.#selection(entity, where, options);
    if (selection === null) return this.orm.find<Entity, never, Fields>(entity, where, options);
    // The columns asked for are the properties of what was asked for.
    return (await this.#read(selection)) as Loaded<Entity, never, Fields>[];
  }

  async findOne<Entity extends object, Fields extends string = never>(
    entity: EntityClass<Entity>,
    where: FilterQuery<NoInfer<Entity>>,
    options: Reading<Entity, Fields> = {},
  ): Promise<Loaded<Entity, never, Fields> | null> {
    const [found] = await this.find<Entity, Fields>(entity, where, { ...options, limit: 1 });
    return found ?? null;
  }

  async findOneOrFail<Entity extends object, Fields extends string = never>(
    entity: EntityClass<Entity>,
    where: FilterQuery<NoInfer<Entity>>,
    options: Reading<Entity, Fields> = {},
  ): Promise<Loaded<Entity, never, Fields>> {
    const found = await this.findOne<Entity, Fields>(entity, where, options);
    if (found === null) throw new Error(`there is no ${entity.name} ${JSON.stringify(where)}`);
    return found;
  }

  async count<Entity extends object>(
    entity: EntityClass<Entity>,
    where: FilterQuery<NoInfer<Entity>>,
  ): Promise<number> {
    const counting = buildCount(this.#shape(entity), where);
    if (counting === null) return this.orm.count(entity, where);
    const [row] = await this.execute<Row[]>(counting.sql, counting.values);
    return Number(row?.counted);
  }

  /** Adds up over several tables by one statement, in the order asked for. */
  async sums(asked: readonly SumRequest[]): Promise<readonly SumResult[]> {
    if (asked.length === 0) return [];
    const parts = asked.map(({ entity, where, property }) => {
      const part = buildSum(this.#shape(entity), where, property);
      if (part === null) throw new Error(`${property} of ${entity.name} cannot be added up by one statement`);
      return part;
    });
    const sql = parts.map((part, place) => part.sql.replace('select ', `select ${place} as place, `));
    const values = parts.flatMap((part) => part.values);
    const rows = await this.execute<Row[]>(sql.join(' union all '), values);
    const byPlace = new Map(rows.map((row) => [Number(row.place), row]));
    return asked.map((_, place) => {
      const { total, valued, counted } = byPlace.get(place) ?? {};
      return { total: Number(total ?? 0), missing: Number(counted) - Number(valued) };
    });
  }

  insert<Entity extends object>(
    entity: EntityClass<Entity>,
    row: NoInfer<RequiredEntityData<Entity>>,
  ): Promise<void> {
    return this.insertMany(entity, [row]);
  }

  async insertMany<Entity extends object>(
    entity: EntityClass<Entity>,
    rows: readonly NoInfer<RequiredEntityData<Entity>>[],
  ): Promise<void> {
    if (rows.length === 0) return;
    const insertion = buildInsert(this.#shape(entity), rows);
    if (insertion === null) await this.orm.insertMany(entity, [...rows]);
    else await this.#run(insertion);
  }

  /** Inserts the rows that no unique key refuses; rows that are there already stay as they are. */
  async insertMissing<Entity extends object>(
    entity: EntityClass<Entity>,
    rows: readonly NoInfer<RequiredEntityData<Entity>>[],
  ): Promise<void> {
    if (rows.length === 0) return;
    const insertion = buildInsert(this.#shape(entity), rows, ' on conflict do nothing');
    if (insertion === null) throw new Error(`rows of ${entity.name} cannot be inserted by one statement`);
    await this.#run(insertion);
  }

  /** Gives how many rows were changed. */
  async update<Entity extends object>(
    entity: EntityClass<Entity>,
    where: FilterQuery<NoInfer<Entity>>,
    change: EntityData<NoInfer<Entity>>,
  ): Promise<number> {
    const statement = buildUpdate(this.#shape(entity), where, change);
    if (statement === null) return this.orm.nativeUpdate(entity, where, change);
    return (await this.#run(statement)).affectedRows;
  }

  /** Changes one row at most and gives a number it holds now; null when there was none to change. */
  async updateAndRead<Entity extends object>(
    entity: EntityClass<Entity>,
    where: FilterQuery<NoInfer<Entity>>,
    change: EntityData<NoInfer<Entity>>,
    property: string & keyof Entity,
  ): Promise<number | null> {
    const shape = this.#shape(entity);
    const statement = buildUpdate(shape, where, change);
    const column = shape.columns.get(property);
    if (statement === null || column === undefined)
      throw new Error(`a ${entity.name} cannot be changed by one statement`);
    const sql = `${statement.sql} returning ${column.name}`;
    const [row] = await this.execute<Row[]>(sql, statement.values);
    return row === undefined ? null : Number(row[column.field]);
  }

  /** Gives how many rows there were. */
  async remove<Entity extends object>(
    entity: EntityClass<Entity>,
    where: FilterQuery<NoInfer<Entity>>,
  ): Promise<number> {
    const removal = buildDelete(this.#shape(entity), where);
    if (removal === null) return this.orm.nativeDelete(entity, where);
    return (await this.#run(removal)).affectedRows;
  }

  /** Runs a statement of the caller and returns its rows as the database has them. */
  execute<Rows extends readonly unknown[]>(sql: string, values: readonly unknown[] = []): Promise<Rows> {
    return this.#asked(() =>
      this.#em.getConnection('write').execute(sql, [...values], 'all', this.#transaction ?? undefined),
    );
  }

  /**
   * Runs all of the work in one transaction, or none of it. The work must use the database it is handed, and change
   * nothing else: it runs again when PostgreSQL ended it because of a deadlock or conflict with another transaction.
   */
  async transactional<Result>(
    work: (within: Database) => Promise<Result>,
    options: TransactionOptions = {},
  ): Promise<Result> {
    if (this.#transaction !== null) throw new Error('a transaction is open already: work within that one');
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#runTransaction(work, options);
      } catch (error) {
        if (attempt === CONFLICT_ATTEMPTS || !isTransactionConflict(error)) throw error;
      }
    }
  }

  /**
   * Runs one transaction and always gives the connection back. A database that is full or going away ends a
   * transaction by itself; then there is nothing to roll back.
   */
  async #runTransaction<Result>(
    work: (within: Database) => Promise<Result>,
    { isolationLevel }: TransactionOptions,
  ): Promise<Result> {
    const connection = this.#em.getConnection('write');
    await connection.ensureConnection();
    const begun = connection.getClient().transaction();
    const transaction = isolationLevel === undefined ? begun : begun.setIsolationLevel(isolationLevel);
    let working: Promise<Result> | null = null;
    try {
      return await transaction.execute((within) => {
        working = work(new Database(this.#em, within));
        return working;
      });
    } catch (error) {
      // The error of the work says more than the error of the rollback.
      await working;
      throw error;
    }
  }

  #shape(entity: EntityClass<object>): TableShape {
    return getTableShape(this.#em.getMetadata().get(entity), this.#em.getPlatform());
  }

  #selection(entity: EntityClass<object>, where: unknown, options: object): SelectStatement | null {
    // SQLite has one connection and no row locks; elsewhere MikroORM knows how to ask for them.
    if ('lockMode' in options && !(this.#em.getPlatform() instanceof SqlitePlatform)) return null;
    return buildSelect(this.#shape(entity), where, { ...options });
  }

  async #read({ sql, values, columns }: SelectStatement): Promise<Row[]> {
    const stored = await this.execute<Row[]>(sql, values);
    return stored.map((row) => {
      const read: Record<string, unknown> = {};
      for (const column of columns) read[column.property] = column.read(row[column.field]);
      return read;
    });
  }

  #run({ sql, values }: SqlFragment): Promise<QueryResult> {
    return this.#asked(() =>
      this.#em
        .getConnection('write')
        .execute<QueryResult>(sql, [...values], 'run', this.#transaction ?? undefined),
    );
  }

  /**
   * Converts errors of the database to MikroORM's own exceptions, for statements of this class and of MikroORM alike.
   */
  async #asked<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    try {
      return await ask();
    } catch (error) {
      throw error instanceof Error ? this.#em.getDriver().convertException(error) : error;
    }
  }
}
