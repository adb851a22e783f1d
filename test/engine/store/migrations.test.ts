import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MikroORM as PostgresqlORM } from '@mikro-orm/postgresql';
import { MikroORM } from '@mikro-orm/sql';
import { expect, it } from 'vitest';
import { Secret } from '#engine/kit/secret.ts';
import { openPostgresqlStore, openSqliteStore } from '#engine/store/open-store.ts';
import { migrationFolder, postgresqlOptions, sqliteOptions } from '#engine/store/orm-options.ts';
import type { Store } from '#engine/store/store.ts';
import { commitOf, someCampaign, win } from '../../support/campaigns.ts';
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

const FLAGGED = ['agency', 'length'];

/** Commits a scene whose narration did not pass two checks, as its event told readers; gives its id. */
async function commitFlagged(store: Store): Promise<string> {
  const { sessionId } = await someCampaign(store);
  const lease = await win(store, sessionId);
  const commit = commitOf(lease);
  const [event] = commit.events;
  if (event === undefined) throw new Error('a commit is told');
  const told = { ...event, payload: { ...Object(event.payload), flags: FLAGGED } };
  await store.endings.commit(lease, { ...commit, events: [told] });
  return commit.scene.id;
}

const LAST_WITHOUT_FLAGS = 'Migration20261116150348_summaries_in_order';

it('finds what was wrong with the narrations of earlier versions in the events that told of them', async () => {
  const folder = temporaryFolder();
  const before = await openSqliteStore(folder.path);
  const sceneId = await commitFlagged(before);
  await before.close();
  const [file = ''] = readdirSync(folder.path).filter((name) => name.endsWith('.sqlite'));
  const orm = await MikroORM.init(sqliteOptions(join(folder.path, file)));
  await orm.migrator.down({ to: LAST_WITHOUT_FLAGS });
  await orm.close();
  const store = await openSqliteStore(folder.path);
  expect((await store.scenes.find(sceneId))?.flags).toEqual(FLAGGED);
  await store.close();
  folder.remove();
});

it('finds the same in PostgreSQL', async () => {
  const postgres = await startPostgres();
  const url = await postgres.newDatabase('flags');
  const before = await openPostgresqlStore(new Secret(url));
  const sceneId = await commitFlagged(before);
  await before.close();
  const orm = await PostgresqlORM.init(postgresqlOptions(url));
  await orm.migrator.down({ to: LAST_WITHOUT_FLAGS });
  await orm.close();
  const store = await openPostgresqlStore(new Secret(url));
  expect((await store.scenes.find(sceneId))?.flags).toEqual(FLAGGED);
  await store.close();
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
