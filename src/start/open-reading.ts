import { resolve } from 'node:path';
import type { Config } from '#config';
import { openPostgresqlStore, openSqliteBeside } from '#engine/store/open-store.ts';
import type { Store } from '#engine/store/store.ts';

/** The store of a configuration for those who only read it: a server may work on it meanwhile. */
export function openReading({
  DATABASE_URL,
  SCENEWRIGHT_DATA,
}: Pick<Config, 'DATABASE_URL' | 'SCENEWRIGHT_DATA'>): Promise<Store> {
  return DATABASE_URL === undefined
    ? openSqliteBeside(resolve(SCENEWRIGHT_DATA))
    : openPostgresqlStore(DATABASE_URL);
}
