import type { MikroORM as PostgresqlORM } from '@mikro-orm/postgresql';
import type { MikroORM } from '@mikro-orm/sql';

/** Any number will do as long as nobody else uses it: it names our lock inside the database. */
const MIGRATION_LOCK = 7_236_413;

/** The lock on the data folder is already held: nobody else can be migrating this file. */
export async function migrateSqlite(orm: MikroORM): Promise<void> {
  await orm.migrator.up();
}

/** Several servers may start at once: the first one migrates, the others wait for it and find nothing to do. */
export async function migratePostgresql(orm: PostgresqlORM): Promise<void> {
  await orm.em.fork().transactional(async (tx) => {
    await tx.execute('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
    await orm.migrator.up();
  });
}
