import { resolve } from 'node:path';
import type { Config } from '#config';
import {
  openPostgresqlStore,
  openReadOnlySqliteStore,
  openSqliteSideCalls,
} from '#engine/store/open-store.ts';
import type { Store } from '#engine/store/store.ts';

/** Opens the store of a configuration for reading only, so a server may use it at the same time. */
export function openStoreForReading({
  DATABASE_URL,
  SCENEWRIGHT_DATA,
}: Pick<Config, 'DATABASE_URL' | 'SCENEWRIGHT_DATA'>): Promise<Store> {
  return DATABASE_URL === undefined
    ? openReadOnlySqliteStore(resolve(SCENEWRIGHT_DATA))
    : openPostgresqlStore(DATABASE_URL);
}

/** Opens the store for tools that call models. The cost of those calls is the only thing they write. */
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
