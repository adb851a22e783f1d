import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { MikroORM as PostgresqlORM } from '@mikro-orm/postgresql';
import { MikroORM } from '@mikro-orm/sql';
import { expect, it } from 'vitest';
import { Database } from '../../../src/engine/store/database/database.ts';
import {
  createPostgresqlOptions,
  createSqliteOptions,
} from '../../../src/engine/store/database/orm-options.ts';
import { startPostgres } from '../../support/postgres.ts';
import { temporaryFolder } from '../../support/stores.ts';

/** More often than there are connections to be lost. */
const TIMES = 25;

/** Whether the tables still answer, in a transaction and outside of one. */
async function stillAnswers(database: Database): Promise<unknown> {
  const asked = database.transactional(async (within) => {
    await within.execute("insert into word values ('after')");
    return within.execute('select text from word');
  });
  return Promise.race([asked, wait(5_000, 'nobody answers')]);
}

it('goes on when SQLite itself took a transaction back, as it does when the disk is full', async () => {
  const folder = temporaryFolder();
  const orm = await MikroORM.init(createSqliteOptions(join(folder.path, 'words.sqlite')));
  // The options of the store name its driver, which is one of SQL.
  const database = new Database(orm.em as ConstructorParameters<typeof Database>[0]);
  await database.execute('create table word (text text unique)');
  for (let time = 0; time < TIMES; time += 1) {
    const broken = database.transactional(async (within) => {
      await within.execute("insert into word values ('before')");
      await within.execute("insert or rollback into word values ('before')");
    });
    await expect(broken).rejects.toThrow('UNIQUE constraint failed');
  }

  expect(await stillAnswers(database)).toEqual([{ text: 'after' }]);
  await orm.close();
  folder.remove();
});

it('goes on when PostgreSQL ends connections in the middle of transactions, as it does when it is started anew', async () => {
  const postgres = await startPostgres();
  const orm = await PostgresqlORM.init(createPostgresqlOptions(await postgres.newDatabase('words')));
  const database = new Database(orm.em);
  await database.execute('create table word (text text unique)');
  for (let time = 0; time < TIMES; time += 1) {
    const broken = database.transactional(async (within) => {
      await within.execute("insert into word values ('before')");
      await within.execute('select pg_terminate_backend(pg_backend_pid())');
    });
    await expect(broken).rejects.toThrow('terminating connection');
  }

  expect(await stillAnswers(database)).toEqual([{ text: 'after' }]);
  await orm.close();
  await postgres.stop();
});
