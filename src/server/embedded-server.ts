import { resolve } from 'node:path';
import { type Config, ConfigError, readConfig } from '#config';
import { readServerAddress, type ServerAddress } from '#engine/store/data-folder.ts';
import { findPackFaults } from './check-settings.ts';
import { openLogger } from './logger.ts';
import { type StartedServer, startServer } from './start-server.ts';

/** Reads the settings for an engine inside another program: those of the environment except the ones that say whom it serves. */
function readEmbeddedConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const own = Object.entries(environment).filter(([name]) => !/^(AUTH|METRICS|TRUSTED_DOCUMENTS)/.test(name));
  return readConfig({ ...Object.fromEntries(own), HOST: '127.0.0.1', PORT: '0', AUTH: 'local' });
}

/** Starts the whole engine inside another program, on a free port of loopback. */
export async function startEmbedded(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<StartedServer> {
  const config = readEmbeddedConfig(environment);
  const [fault] = findPackFaults(config);
  if (fault !== undefined) throw new ConfigError(fault);
  return startServer(config, openLogger('silent'));
}

/** Returns the server that already works on the data folder of the settings; null when there is none, or with PostgreSQL. */
export function findRunningServer(
  environment: Readonly<Record<string, string | undefined>>,
): ServerAddress | null {
  const { DATABASE_URL, SCENEWRIGHT_DATA } = readEmbeddedConfig(environment);
  return DATABASE_URL === undefined ? readServerAddress(resolve(SCENEWRIGHT_DATA)) : null;
}
