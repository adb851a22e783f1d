import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MikroORM as PostgresqlORM } from '@mikro-orm/postgresql';
import { MikroORM } from '@mikro-orm/sql';
import { expect, it } from 'vitest';
import { createStoryInput } from '#engine/domain/turn.ts';
import { toTurnEventRow } from '#engine/live/turn-event.ts';
import { compressJson } from '#engine/store/database/compressed-json.ts';
import {
  createPostgresqlOptions,
  createSqliteOptions,
  getMigrationFolder,
} from '#engine/store/database/orm-options.ts';
import { HISTORY_JOB } from '#engine/store/jobs.ts';
import { openPostgresqlStore, openReadOnlySqliteStore, openSqliteStore } from '#engine/store/open-store.ts';
import type { Store } from '#engine/store/store.ts';
import { Secret } from '#engine/util/secret.ts';
import { commitOf, NOON, someCampaign, win } from '../../support/campaigns.ts';
import { startPostgres } from '../../support/postgres.ts';
import { temporaryFolder } from '../../support/stores.ts';

it('gives SQLite exactly the tables the entities describe (npm run db:migration -- <name>)', async () => {
  const folder = temporaryFolder();
  const orm = await MikroORM.init(createSqliteOptions(join(folder.path, 'x.sqlite')));
  await orm.migrator.up();

  expect(await orm.schema.getUpdateSchemaSQL({ wrap: false })).toBe('');
  await orm.close();
  folder.remove();
});

it('gives PostgreSQL exactly the tables the entities describe, however many servers start at once', async () => {
  const postgres = await startPostgres();
  const url = await postgres.newDatabase('migrations');
  const stores = await Promise.all([1, 2, 3].map(() => openPostgresqlStore(new Secret(url))));
  const orm = await PostgresqlORM.init(createPostgresqlOptions(url));

  expect(await orm.schema.getUpdateSchemaSQL({ wrap: false })).toBe('');
  await orm.close();

  // A server of the previous version, not yet upgraded, queues history, claims it and deletes it once it has indexed it.
  const [store] = stores;
  if (store === undefined) throw new Error('no store');
  const { sessionId } = await someCampaign(store);
  const entry = `'\\x${compressJson({ text: 'from the previous version' }).toString('hex')}'`;
  await postgres.run(
    'migrations',
    `insert into queued_history (session_id, entry, claimed_until, created_at) values ('${sessionId}', ${entry}, null, now());
     update queued_history set claimed_until = now(); delete from queued_history;`,
  );
  expect(await store.history.ofSessions([sessionId], 0)).toMatchObject([
    { entry: { text: 'from the previous version' } },
  ]);
  for (const each of stores) await each.close();
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

/** Commits a command as earlier versions did: told to everybody. */
async function commitCommand(store: Store): Promise<{ sceneId: string; sessionId: string; turnId: string }> {
  const { sessionId } = await someCampaign(store);
  const lease = await win(store, sessionId, { input: createStoryInput('Kill Oda.', { mode: 'GOD' }) });
  const turnId = lease.turn.id;
  const commit = commitOf(lease);
  const told = toTurnEventRow(turnId, { type: 'narration-delta', attempt: 1, text: 'Done: Oda dies.' }, NOON);
  const scene = { ...commit.scene, narration: 'Done: Oda dies.' };
  await store.endings.commit(lease, { ...commit, scene, events: [told, ...commit.events] });
  return { sceneId: scene.id, sessionId, turnId };
}

const LAST_WITHOUT_FLAGS = 'Migration20261116150348_summaries_in_order';

/** Opens a store of its own, and again after it has come up from the tables of an earlier version. */
const AGAIN = {
  SQLite: async () => {
    const folder = temporaryFolder();
    const again = async () => {
      const [file = ''] = readdirSync(folder.path).filter((name) => name.endsWith('.sqlite'));
      const orm = await MikroORM.init(createSqliteOptions(join(folder.path, file)));
      await orm.migrator.down({ to: LAST_WITHOUT_FLAGS });
      await orm.close();
      return openSqliteStore(folder.path);
    };
    return { first: await openSqliteStore(folder.path), again, end: async () => folder.remove() };
  },
  PostgreSQL: async () => {
    const postgres = await startPostgres();
    const url = await postgres.newDatabase('earlier');
    const again = async () => {
      const orm = await PostgresqlORM.init(createPostgresqlOptions(url));
      await orm.migrator.down({ to: LAST_WITHOUT_FLAGS });
      await orm.close();
      return openPostgresqlStore(new Secret(url));
    };
    return { first: await openPostgresqlStore(new Secret(url)), again, end: postgres.stop };
  },
} as const;

it.each(['SQLite', 'PostgreSQL'] as const)(
  'sets right in %s what earlier versions wrote: flags are found in the events, commands are told to nobody',
  async (kind) => {
    const { first, again, end } = await AGAIN[kind]();
    const flagged = await commitFlagged(first);
    const command = await commitCommand(first);
    await first.close();
    const store = await again();

    expect((await store.scenes.find(flagged))?.flags).toEqual(FLAGGED);
    expect((await store.scenes.find(command.sceneId))?.narration).toBe('');
    expect((await store.turns.find(command.turnId))?.answer).toEqual({ text: 'Done: Oda dies.' });
    const events = await store.events.after(command.sessionId, 0, 10);
    expect(events[0]).toMatchObject({ type: 'command-reported', audience: 'gm' });
    // History that was indexed before there was a log is put into it, once for each session.
    const jobs = await store.jobs.claim(9, new Date(Date.now() + 60_000), new Date(Date.now() + 120_000));
    expect(jobs.map(({ kind }) => kind)).toEqual([HISTORY_JOB, HISTORY_JOB]);
    await store.close();
    await end();
  },
);

it('has the same migrations for both databases', () => {
  const names = (dialect: 'sqlite' | 'postgresql') => readdirSync(getMigrationFolder(dialect)).sort();

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

it('refuses a file that can only be read, and says what to do; tools that read are served', async () => {
  const folder = temporaryFolder();
  await (await openSqliteStore(folder.path)).close();
  const file = join(folder.path, 'scenewright.sqlite');
  const bytes = readFileSync(file);
  // The byte by which a file says how it is written: who does not know a number only reads.
  bytes[18] = 9;
  writeFileSync(file, bytes);

  await expect(openSqliteStore(folder.path)).rejects.toThrow(
    /^The data folder .* can only be read\. .*SCENEWRIGHT_DATA/,
  );
  const beside = await openReadOnlySqliteStore(folder.path);
  await beside.ping();
  await beside.close();
  folder.remove();
});

const PREVIOUS = 'Migration20261118143248_campaign_life';

it('migrates while a server of the previous version reads and writes, which goes on as before', async () => {
  const postgres = await startPostgres();
  const url = await postgres.newDatabase('rolling');
  const first = await openPostgresqlStore(new Secret(url));
  const { campaignId, sessionId } = await someCampaign(first);
  await first.close();
  const orm = await PostgresqlORM.init(createPostgresqlOptions(url));
  await orm.migrator.down({ to: PREVIOUS });
  await orm.close();
  const columnsOf = async () =>
    postgres.query(
      'rolling',
      "select table_name, column_name from information_schema.columns where table_schema = 'public' order by 1, 2",
    );
  const before = await columnsOf();

  let isDone = false;
  const names: unknown[] = [];
  const previousVersion = (async () => {
    while (!isDone) names.push(...(await postgres.query('rolling', 'select name from campaign')));
  })();
  const next = await openPostgresqlStore(new Secret(url));
  isDone = true;
  await previousVersion;

  expect(names.length).toBeGreaterThan(0);
  expect(await columnsOf()).toEqual(expect.arrayContaining([...before]));
  // Both write by the columns they know.
  const known = before.flatMap(({ table_name, column_name }) =>
    table_name === 'campaign' ? [column_name] : [],
  );
  const values = known.map((column) => (column === 'id' ? "'of-the-previous-version'" : `"${column}"`));
  const list = known.map((column) => `"${column}"`).join(', ');
  await postgres.run(
    'rolling',
    `insert into campaign (${list}) select ${values.join(', ')} from campaign where id = '${campaignId}'`,
  );
  expect(await next.campaigns.find('of-the-previous-version')).toMatchObject({ name: 'A quiet night' });
  expect(await next.sessions.find(sessionId)).toMatchObject({ campaignId });
  await next.close();
  await postgres.stop();
}, 120_000);
