import { resolve } from 'node:path';
import { readServerAddress, type ServerAddress } from '#engine/store/data-folder.ts';
import { readEmbeddedConfig } from './embedded-config.ts';

/** Returns the server that already works on the data folder of the settings; null when there is none, or with PostgreSQL. */
export function findRunningServer(
  environment: Readonly<Record<string, string | undefined>>,
): ServerAddress | null {
  const { DATABASE_URL, SCENEWRIGHT_DATA } = readEmbeddedConfig(environment);
  return DATABASE_URL === undefined ? readServerAddress(resolve(SCENEWRIGHT_DATA)) : null;
}
