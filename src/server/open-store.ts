import { resolve } from 'node:path';
import type { Config } from '#config';
import {
  openPostgresqlStore,
  openReadOnlySqliteStore,
  openSqliteSideCalls,
} from '#engine/store/open-store.ts';
import type { Store } from '#engine/store/store.ts';

/** The store of a configuration for those who only read it: a server may work on it meanwhile. */
export function openStoreForReading({
  DATABASE_URL,
  SCENEWRIGHT_DATA,
}: Pick<Config, 'DATABASE_URL' | 'SCENEWRIGHT_DATA'>): Promise<Store> {
  return DATABASE_URL === undefined
    ? openReadOnlySqliteStore(resolve(SCENEWRIGHT_DATA))
    : openPostgresqlStore(DATABASE_URL);
}

/** The same for those who ask models meanwhile: what that costs is the one thing they write. */
export async function openStoreForPaidReading(
  config: Pick<Config, 'DATABASE_URL' | 'SCENEWRIGHT_DATA'>,
): Promise<Store> {
  const store = await openStoreForReading(config);
  if (config.DATABASE_URL !== undefined) return store;
  const sideCalls = openSqliteSideCalls(resolve(config.SCENEWRIGHT_DATA));
  return {
    ...store,
    sideCalls,
    close: async () => {
      await sideCalls.close();
      await store.close();
    },
  };
}
