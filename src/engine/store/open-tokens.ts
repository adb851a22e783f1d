import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { MikroORM } from '@mikro-orm/sql';
import { type ApiTokenStore, apiTokenStore } from './api-tokens.ts';
import { type CampaignStore, campaignStore } from './campaigns.ts';
import { migrateSqlite } from './migrate.ts';
import { sqliteOptions } from './orm-options.ts';
import { Database } from './rows/database.ts';
import { lockDataFolder } from './server-address-file.ts';
import { DataInUseError } from './sqlite/single-process-lock.ts';

/** The tokens of a data folder, for whoever administers it. */
export type TokenDesk = {
  readonly tokens: ApiTokenStore;
  readonly campaigns: Pick<CampaignStore, 'find' | 'page'>;
  readonly close: () => Promise<void>;
};

/**
 * The tokens in a data folder, also while a server works on it: each change is one statement, for which SQLite lets two processes
 * take turns. Alone, it makes the tables first; a server that runs has made them.
 */
export async function openSqliteTokens(dataFolder: string): Promise<TokenDesk> {
  mkdirSync(dataFolder, { recursive: true });
  const unlock = lockUnlessInUse(dataFolder);
  const orm = await MikroORM.init(sqliteOptions(join(dataFolder, 'scenewright.sqlite')));
  if (unlock !== null) await migrateSqlite(orm);
  const database = new Database(orm.em);
  return {
    tokens: apiTokenStore(database),
    campaigns: campaignStore(database),
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
