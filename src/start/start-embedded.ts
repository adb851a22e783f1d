import { readEmbeddedConfig } from './embedded-config.ts';
import { openLogger } from './logger.ts';
import { type StartedServer, startServer } from './start-server.ts';

/** Starts the whole engine inside another program, on a free port of loopback. */
export function startEmbedded(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<StartedServer> {
  return startServer(readEmbeddedConfig(environment), openLogger('silent'));
}
