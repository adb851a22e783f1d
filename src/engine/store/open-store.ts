import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { MikroORM as PostgresqlORM } from '@mikro-orm/postgresql';
import { MikroORM } from '@mikro-orm/sql';
import type { Secret } from '#engine/util/secret.ts';
import { type ApiTokenStore, createApiTokenStore, createStreamTicketStore } from './api-tokens.ts';
import { createCampaignArchiveStore } from './archive/campaign-archives.ts';
import { type CampaignStore, createCampaignStore } from './campaigns.ts';
import { createChatAnswerStore } from './chat-answers.ts';
import {
  assertWritable,
  DataInUseError,
  DataReadOnlyError,
  DataUnusableError,
  explainOpenError,
  lockDataFolder,
} from './data-folder.ts';
import { Database } from './database/database.ts';
import { createPostgresqlOptions, createSqliteOptions } from './database/orm-options.ts';
import { SegmentSwitch } from './entities/content.ts';
import { createEventRowStore } from './event-rows.ts';
import { createImageStore } from './images.ts';
import { createJobStore } from './jobs.ts';
import { createKeptReplyStore } from './leases/kept-replies.ts';
import { createLeaseStore } from './leases.ts';
import { createInvitationStore, createMemberStore } from './members.ts';
import { createMemoryStore } from './memories.ts';
import {
  createCallReservationStore,
  createModelCallStore,
  createSideCallStore,
  createViewerTurnStore,
  type SideCallStore,
} from './model-usage.ts';
import { createNarrationStore, createRetellingStore } from './narrations.ts';
import { createRollStore } from './rolls.ts';
import { createActionStore } from './scene-rows/actions.ts';
import { createChronicleStore } from './scene-rows/chronicle.ts';
import { createHistoryLogStore } from './scene-rows/history-log.ts';
import { createRelationStore } from './scene-rows/relations.ts';
import { createSceneStore } from './scenes.ts';
import { createServerNodeStore } from './server-nodes.ts';
import { createSessionStore } from './sessions.ts';
import { createSnapshotCompressor } from './snapshots/compressed-snapshots.ts';
import type { Store } from './store.ts';
import { createHomebrewVersionStore, createKeptPackStore, createSegmentSwitchStore } from './stored-packs.ts';
import { createSummaryStore } from './summaries.ts';
import { createTurnEndingStore } from './turn-endings.ts';
import { createTurnStore } from './turns.ts';
import { createWakeChannel, type ListeningClient } from './wake-channel.ts';

/** Name of our lock inside the database. Any number works that no other program uses. */
const MIGRATION_LOCK = 7_236_413;

const TABLES = {
  sqlite:
    "select name from sqlite_master where type = 'table' and name in ('campaign', 'mikro_orm_migrations')",
  postgresql:
    "select table_name as name from information_schema.tables where table_schema = current_schema() and table_name in ('campaign', 'mikro_orm_migrations')",
} as const;

/** Rejects tables that no migration made: they are older than the first one, or belong to another program. */
async function rejectUnknownTables(orm: MikroORM | PostgresqlORM, kind: Store['kind']): Promise<void> {
  const rows = await orm.em.getConnection().execute<{ name: string }[]>(TABLES[kind]);
  const names = rows.map(({ name }) => name);
  if (!names.includes('campaign') || names.includes('mikro_orm_migrations')) return;
  const place = kind === 'sqlite' ? 'SCENEWRIGHT_DATA: another folder' : 'DATABASE_URL: another database';
  throw new DataUnusableError(
    `The database is older than the first version that can be upgraded, or belongs to another program. Choose ${place}, and bring campaigns over with export and import of the version that wrote them.`,
  );
}

/** Migrates SQLite. The lock on the data folder is already held, so no other process can be migrating this file. */
export async function migrateSqlite(orm: MikroORM): Promise<void> {
  await rejectUnknownTables(orm, 'sqlite');
  await orm.migrator.up();
}

/**
 * Migrates PostgreSQL. Several servers may start at once: the first one migrates, the others wait for it and find
 * nothing to do.
 */
export async function migratePostgresql(orm: PostgresqlORM): Promise<void> {
  await orm.em.fork().transactional(async (tx) => {
    await tx.execute('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
    await rejectUnknownTables(orm, 'postgresql');
    await orm.migrator.up();
  });
}

/** Opens SQLite in the data folder for this process alone, from now until `close`. */
export async function openSqliteStore(dataFolder: string): Promise<Store> {
  mkdirSync(dataFolder, { recursive: true });
  const file = join(dataFolder, 'scenewright.sqlite');
  const unlock = lockDataFolder(dataFolder);
  try {
    assertWritable(file, dataFolder);
    const orm = await MikroORM.init(createSqliteOptions(file));
    await migrateSqlite(orm);
    const close = async () => {
      await orm.close();
      unlock();
    };
    return storeOf('sqlite', true, new Database(orm.em), close);
  } catch (error) {
    unlock();
    throw explainOpenError(error, file, dataFolder);
  }
}

/**
 * Opens SQLite in the data folder for reading, also while a server works on it. SQLite itself refuses every change.
 * When no server holds the folder, migrates the tables first and leaves the folder free.
 */
export async function openReadOnlySqliteStore(dataFolder: string): Promise<Store> {
  const isInUse = await broughtUpToDate(dataFolder);
  const orm = await MikroORM.init(
    createSqliteOptions(join(dataFolder, 'scenewright.sqlite'), { onlyReads: true }),
  );
  if (isInUse && (await orm.migrator.getPending()).length > 0) {
    await orm.close();
    throw new DataInUseError(
      `A Scenewright of an earlier version uses the data folder ${dataFolder}. Stop it, or use the tools it came with.`,
    );
  }
  return storeOf('sqlite', false, new Database(orm.em), () => orm.close());
}

/**
 * Migrates the tables if possible. Returns true when they cannot be changed: another process uses the folder, or it
 * is read-only.
 */
async function broughtUpToDate(dataFolder: string): Promise<boolean> {
  try {
    await (await openSqliteStore(dataFolder)).close();
    return false;
  } catch (error) {
    if (error instanceof DataInUseError || error instanceof DataReadOnlyError) return true;
    throw error;
  }
}

/**
 * Reports a database that cannot be reached or used. Carries no cause: a driver's message may contain the address
 * with its password.
 */
class StoreUnreachableError extends Error {
  override readonly name = 'StoreUnreachableError';
}

/** Opens PostgreSQL, which several processes may share. */
export async function openPostgresqlStore(url: Secret): Promise<Store> {
  const orm = await PostgresqlORM.init(createPostgresqlOptions(url.reveal()));
  try {
    await migratePostgresql(orm);
  } catch (error) {
    await orm.close();
    if (error instanceof DataUnusableError) throw error;
    throw new StoreUnreachableError(
      `DATABASE_URL: the database does not answer as it should (${codeOf(error)}). Is it running, and may this user use it?`,
    );
  }
  const store = storeOf('postgresql', false, new Database(orm.em), () => orm.close());
  const connect = async (): Promise<ListeningClient> => {
    const pool: { connect: () => Promise<ListeningClient> } = await orm.em.getConnection().getNativeClient();
    return pool.connect();
  };
  return {
    ...store,
    wakes: createWakeChannel(connect, (sql, values) => orm.em.fork().execute(sql, [...values])),
  };
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
  const snapshots = createSnapshotCompressor(database);
  return {
    kind,
    isExclusive,
    campaigns: createCampaignStore(database),
    archives: createCampaignArchiveStore(database, kind),
    sessions: createSessionStore(database),
    scenes: createSceneStore(database, snapshots),
    narrations: createNarrationStore(database),
    retellings: createRetellingStore(database),
    turns: createTurnStore(database),
    leases: createLeaseStore(database),
    replies: createKeptReplyStore(database),
    endings: createTurnEndingStore(database, snapshots),
    events: createEventRowStore(database),
    calls: createModelCallStore(database),
    sideCalls: createSideCallStore(database),
    reservations: createCallReservationStore(database, kind),
    memories: createMemoryStore(database),
    chronicle: createChronicleStore(database),
    rolls: createRollStore(database),
    actions: createActionStore(database),
    relations: createRelationStore(database),
    summaries: createSummaryStore(database),
    jobs: createJobStore(database),
    history: createHistoryLogStore(database),
    homebrew: createHomebrewVersionStore(database),
    keptPacks: createKeptPackStore(database),
    segments: createSegmentSwitchStore(database),
    tokens: createApiTokenStore(database),
    tickets: createStreamTicketStore(database),
    members: createMemberStore(database),
    invitations: createInvitationStore(database),
    viewerTurns: createViewerTurnStore(database, kind),
    chatAnswers: createChatAnswerStore(database),
    images: createImageStore(database),
    nodes: createServerNodeStore(database),
    wakes: null,
    ping: async () => {
      await database.execute('select 1');
    },
    checkWritable: () => writeAndRemove(database),
    close,
  };
}

/** Writes a row and removes it in one transaction, which no reader sees. */
async function writeAndRemove(database: Database): Promise<void> {
  await database.transactional(async (tx) => {
    const segmentId = `probe:${randomUUID()}`;
    await tx.insert(SegmentSwitch, { segmentId, active: true, changedAt: new Date(0) });
    await tx.remove(SegmentSwitch, { segmentId });
  });
}

/** Tokens of a data folder, for its administrator. */
export type TokenService = {
  readonly tokens: ApiTokenStore;
  readonly campaigns: Pick<CampaignStore, 'find' | 'page'>;
  readonly close: () => Promise<void>;
};

/**
 * Opens the tokens in a data folder, also while a server works on it. Each change is one statement, for which SQLite
 * lets two processes take turns. Migrates the tables first when no server runs; a running server has done so.
 */
export async function openSqliteTokenService(dataFolder: string): Promise<TokenService> {
  mkdirSync(dataFolder, { recursive: true });
  const unlock = lockUnlessInUse(dataFolder);
  const orm = await MikroORM.init(createSqliteOptions(join(dataFolder, 'scenewright.sqlite')));
  if (unlock !== null) await migrateSqlite(orm);
  const database = new Database(orm.em);
  return {
    tokens: createApiTokenStore(database),
    campaigns: createCampaignStore(database),
    close: async () => {
      await orm.close();
      unlock?.();
    },
  };
}

function lockUnlessInUse(dataFolder: string): (() => void) | null {
  try {
    return lockDataFolder(dataFolder);
  } catch (error) {
    if (error instanceof DataInUseError) return null;
    throw error;
  }
}

/**
 * Records the call costs of a tool that runs beside a server. Each is one statement, for which SQLite lets two
 * processes take turns. The tables exist already, because opening the folder for reading migrates them. Opens nothing
 * before the first write.
 */
export function openSqliteSideCalls(
  dataFolder: string,
): SideCallStore & { readonly close: () => Promise<void> } {
  let opened: Promise<MikroORM> | null = null;
  return {
    add: async (call) => {
      opened ??= MikroORM.init(createSqliteOptions(join(dataFolder, 'scenewright.sqlite')));
      const orm = await opened;
      await createSideCallStore(new Database(orm.em)).add(call);
    },
    close: async () => {
      await (await opened)?.close();
    },
  };
}
