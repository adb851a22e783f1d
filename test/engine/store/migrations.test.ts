import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MikroORM as PostgresqlORM } from '@mikro-orm/postgresql';
import { MikroORM } from '@mikro-orm/sql';
import { expect, it } from 'vitest';
import { Secret } from '#engine/kit/secret.ts';
import { openPostgresqlStore, openSqliteStore } from '#engine/store/open-store.ts';
import { migrationFolder, postgresqlOptions, sqliteOptions } from '#engine/store/orm-options.ts';
import { startPostgres } from '../../support/postgres.ts';
import { temporaryFolder } from '../../support/stores.ts';

it('gives SQLite exactly the tables the entities describe (npm run db:migration -- <name>)', async () => {
  const folder = temporaryFolder();
  const orm = await MikroORM.init(sqliteOptions(join(folder.path, 'x.sqlite')));
  await orm.migrator.up();

  expect(await orm.schema.getUpdateSchemaSQL({ wrap: false })).toBe('');
  await orm.close();
  folder.remove();
});

it('gives PostgreSQL exactly the tables the entities describe, however many servers start at once', async () => {
  const postgres = await startPostgres();
  const url = await postgres.newDatabase('migrations');
  const stores = await Promise.all([1, 2, 3].map(() => openPostgresqlStore(new Secret(url))));
  const orm = await PostgresqlORM.init(postgresqlOptions(url));

  expect(await orm.schema.getUpdateSchemaSQL({ wrap: false })).toBe('');
  await orm.close();
  for (const store of stores) await store.close();
  await postgres.stop();
});

it('has the same migrations for both databases', () => {
  const names = (dialect: 'sqlite' | 'postgresql') => readdirSync(migrationFolder(dialect)).sort();

  expect(names('sqlite').length).toBeGreaterThan(1);
  expect(names('sqlite')).toEqual(names('postgresql'));
});

it('finds everything again when the same folder is opened a second time', async () => {
  const folder = temporaryFolder();
  for (const _opening of [1, 2]) {
    const store = await openSqliteStore(folder.path);
    await store.ping();
    await store.close();
  }
  folder.remove();
});

it('refuses a folder another store has open, and says what to do', async () => {
  const folder = temporaryFolder();
  const store = await openSqliteStore(folder.path);

  await expect(openSqliteStore(folder.path)).rejects.toThrow(
    /Another Scenewright already uses the data folder .*SCENEWRIGHT_DATA/,
  );
  await store.close();
  folder.remove();
});
