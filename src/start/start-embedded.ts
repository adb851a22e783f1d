import { readConfig } from '#config';
import { openLogger } from './logger.ts';
import { type StartedServer, startServer } from './start-server.ts';

/**
 * The whole engine inside another program, for that program alone: on a free port of loopback, with the settings of the
 * environment except those that say whom it serves.
 */
export function startEmbedded(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<StartedServer> {
  const own = Object.entries(environment).filter(([name]) => !/^(AUTH|METRICS|TRUSTED_DOCUMENTS)/.test(name));
  const config = readConfig({ ...Object.fromEntries(own), HOST: '127.0.0.1', PORT: '0', AUTH: 'local' });
  return startServer(config, openLogger('silent'));
}
