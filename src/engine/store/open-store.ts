import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { MikroORM as PostgresqlORM } from '@mikro-orm/postgresql';
import { MikroORM } from '@mikro-orm/sql';
import type { Secret } from '#engine/kit/secret.ts';
import { actionStore } from './actions.ts';
import { apiTokenStore } from './api-tokens.ts';
import { campaignArchiveStore } from './campaign-archives.ts';
import { campaignStore } from './campaigns.ts';
import { chronicleStore } from './chronicle.ts';
import { eventRowStore } from './event-rows.ts';
import { historyRowStore } from './history-rows.ts';
import { homebrewStore } from './homebrew.ts';
import { invitationStore } from './invitations.ts';
import { jobStore } from './jobs.ts';
import { keptPackStore } from './kept-packs.ts';
import { leaseStore } from './leases.ts';
import { memberStore } from './members.ts';
import { memoryStore } from './memories.ts';
import { migratePostgresql, migrateSqlite } from './migrate.ts';
import { modelCallStore } from './model-calls.ts';
import { narrationStore } from './narrations.ts';
import { postgresqlOptions, sqliteOptions } from './orm-options.ts';
import { pressedSnapshots } from './pressed-snapshots.ts';
import { relationStore } from './relations.ts';
import { retellingStore } from './retellings.ts';
import { rollStore } from './rolls.ts';
import { Database } from './rows/database.ts';
import { sceneStore } from './scenes.ts';
import { segmentSwitchStore } from './segment-switches.ts';
import { lockDataFolder } from './server-address-file.ts';
import { sessionStore } from './sessions.ts';
import { sideCallStore } from './side-calls.ts';
import { DataReadOnlyError, mustBeWritable } from './sqlite/must-be-writable.ts';
import { DataInUseError } from './sqlite/single-process-lock.ts';
import type { Store } from './store.ts';
import { summaryStore } from './summaries.ts';
import { turnEndingStore } from './turn-endings.ts';
import { turnStore } from './turns.ts';
import { viewerTurnStore } from './viewer-turns.ts';
import { type ListeningClient, wakeChannel } from './wake-channel.ts';

/** SQLite in the data folder: this process alone, from now until `close`. */
export async function openSqliteStore(dataFolder: string): Promise<Store> {
  mkdirSync(dataFolder, { recursive: true });
  const file = join(dataFolder, 'scenewright.sqlite');
  const unlock = lockDataFolder(dataFolder);
  try {
    mustBeWritable(file, dataFolder);
    const orm = await MikroORM.init(sqliteOptions(file));
    await migrateSqlite(orm);
    const close = async () => {
      await orm.close();
      unlock();
    };
    return storeOf('sqlite', true, new Database(orm.em), close);
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * SQLite in the data folder for reading, also while a server works on it: SQLite itself refuses every change. When nobody does, the
 * tables are brought up to date first and the folder is left free.
 */
export async function openSqliteBeside(dataFolder: string): Promise<Store> {
  const isInUse = await broughtUpToDate(dataFolder);
  const orm = await MikroORM.init(sqliteOptions(join(dataFolder, 'scenewright.sqlite'), { onlyReads: true }));
  if (isInUse && (await orm.migrator.getPending()).length > 0) {
    await orm.close();
    throw new DataInUseError(
      `A Scenewright of an earlier version uses the data folder ${dataFolder}. Stop it, or use the tools it came with.`,
    );
  }
  return storeOf('sqlite', false, new Database(orm.em), () => orm.close());
}

/** Whether its tables are not ours to change: somebody else uses the folder, or it can only be read. */
async function broughtUpToDate(dataFolder: string): Promise<boolean> {
  try {
    await (await openSqliteStore(dataFolder)).close();
    return false;
  } catch (error) {
    if (error instanceof DataInUseError || error instanceof DataReadOnlyError) return true;
    throw error;
  }
}

/** The database cannot be reached or used. Carries no cause: what a driver says may hold the address, password and all. */
export class StoreUnreachableError extends Error {
  override readonly name = 'StoreUnreachableError';
}

/** PostgreSQL, which several processes may share. */
export async function openPostgresqlStore(url: Secret): Promise<Store> {
  const orm = await PostgresqlORM.init(postgresqlOptions(url.reveal()));
  try {
    await migratePostgresql(orm);
  } catch (error) {
    await orm.close();
    throw new StoreUnreachableError(
      `DATABASE_URL: the database does not answer as it should (${codeOf(error)}). Is it running, and may this user use it?`,
    );
  }
  const store = storeOf('postgresql', false, new Database(orm.em), () => orm.close());
  const connect = async (): Promise<ListeningClient> => {
    const pool: { connect: () => Promise<ListeningClient> } = await orm.em.getConnection().getNativeClient();
    return pool.connect();
  };
  return { ...store, wakes: wakeChannel(connect, (sql, values) => orm.em.fork().execute(sql, [...values])) };
}

function codeOf(error: unknown): string {
  const { code, name } = Object(error);
  return String(code ?? name ?? 'unknown error');
}

function storeOf(
  kind: Store['kind'],
  isExclusive: boolean,
  database: Database,
  close: () => Promise<void>,
): Store {
  const snapshots = pressedSnapshots(database);
  return {
    kind,
    isExclusive,
    campaigns: campaignStore(database),
    archives: campaignArchiveStore(database, kind),
    sessions: sessionStore(database),
    scenes: sceneStore(database, snapshots),
    narrations: narrationStore(database),
    retellings: retellingStore(database),
    turns: turnStore(database),
    leases: leaseStore(database),
    endings: turnEndingStore(database, snapshots),
    events: eventRowStore(database),
    calls: modelCallStore(database),
    sideCalls: sideCallStore(database),
    memories: memoryStore(database),
    chronicle: chronicleStore(database),
    rolls: rollStore(database),
    actions: actionStore(database),
    relations: relationStore(database),
    summaries: summaryStore(database),
    jobs: jobStore(database),
    history: historyRowStore(database),
    homebrew: homebrewStore(database),
    keptPacks: keptPackStore(database),
    segments: segmentSwitchStore(database),
    tokens: apiTokenStore(database),
    members: memberStore(database),
    invitations: invitationStore(database),
    viewerTurns: viewerTurnStore(database),
    wakes: null,
    ping: async () => {
      await database.execute('select 1');
    },
    close,
  };
}
