import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { MikroORM as PostgresqlORM } from '@mikro-orm/postgresql';
import { MikroORM, type SqlEntityManager } from '@mikro-orm/sql';
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
import { sceneStore } from './scenes.ts';
import { segmentSwitchStore } from './segment-switches.ts';
import { sessionStore } from './sessions.ts';
import { sideCallStore } from './side-calls.ts';
import { DataInUseError, lockForThisProcess } from './sqlite/single-process-lock.ts';
import type { Store } from './store.ts';
import { summaryStore } from './summaries.ts';
import { turnEndingStore } from './turn-endings.ts';
import { turnStore } from './turns.ts';
import { viewerTurnStore } from './viewer-turns.ts';
import { type ListeningClient, wakeChannel } from './wake-channel.ts';

/** SQLite in the data folder: this process alone, from now until `close`. */
export async function openSqliteStore(dataFolder: string): Promise<Store> {
  mkdirSync(dataFolder, { recursive: true });
  const unlock = lockForThisProcess(join(dataFolder, 'scenewright.lock'), dataFolder);
  try {
    const orm = await MikroORM.init(sqliteOptions(join(dataFolder, 'scenewright.sqlite')));
    await migrateSqlite(orm);
    const close = async () => {
      await orm.close();
      unlock();
    };
    return storeOf('sqlite', true, () => orm.em.fork(), close);
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
  return storeOf(
    'sqlite',
    false,
    () => orm.em.fork(),
    () => orm.close(),
  );
}

/** Whether somebody else uses the folder, and so has made its tables. */
async function broughtUpToDate(dataFolder: string): Promise<boolean> {
  try {
    await (await openSqliteStore(dataFolder)).close();
    return false;
  } catch (error) {
    if (error instanceof DataInUseError) return true;
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
  const store = storeOf(
    'postgresql',
    false,
    () => orm.em.fork(),
    () => orm.close(),
  );
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
  em: () => SqlEntityManager,
  close: () => Promise<void>,
): Store {
  const snapshots = pressedSnapshots(em);
  return {
    kind,
    isExclusive,
    campaigns: campaignStore(em),
    archives: campaignArchiveStore(em, kind),
    sessions: sessionStore(em),
    scenes: sceneStore(em, snapshots),
    narrations: narrationStore(em),
    turns: turnStore(em),
    leases: leaseStore(em),
    endings: turnEndingStore(em, snapshots),
    events: eventRowStore(em),
    calls: modelCallStore(em),
    sideCalls: sideCallStore(em),
    memories: memoryStore(em),
    chronicle: chronicleStore(em),
    rolls: rollStore(em),
    actions: actionStore(em),
    relations: relationStore(em),
    summaries: summaryStore(em),
    jobs: jobStore(em),
    history: historyRowStore(em),
    homebrew: homebrewStore(em),
    keptPacks: keptPackStore(em),
    segments: segmentSwitchStore(em),
    tokens: apiTokenStore(em),
    members: memberStore(em),
    invitations: invitationStore(em),
    retellings: retellingStore(em),
    viewerTurns: viewerTurnStore(em),
    wakes: null,
    ping: async () => {
      await em().execute('select 1');
    },
    close,
  };
}
