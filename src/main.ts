import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { PromptError } from '#engine/prompt/registry.ts';
import { DataInUseError } from '#engine/store/open-store.ts';
import { ConfigError, environmentWithDotEnv, readConfig } from './config.ts';
import { openLogger } from './logger.ts';
import { startServer } from './start-server.ts';

/** What stops a start with a sentence; anything else is a bug and shows its stack. */
function isForeseen(error: unknown): error is Error {
  return (
    error instanceof ConfigError ||
    error instanceof DataInUseError ||
    error instanceof PromptError ||
    isPortTaken(error)
  );
}

function isPortTaken(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

try {
  const config = readConfig(environmentWithDotEnv(process.cwd()));
  const logger = openLogger(config.LOG_LEVEL);
  const server = await startServer(config, logger);
  process.stdout.write(server.banner);

  let isStopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, 'stopping');
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'did not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
} catch (error) {
  if (!isForeseen(error)) throw error;
  process.stderr.write(`Scenewright cannot start.\n${sentenceOf(error)}\n`);
  process.exitCode = 1;
}

function sentenceOf(error: Error): string {
  if (!isPortTaken(error)) return error.message;
  return `PORT: another program already listens there. Stop it, or choose another port, for example PORT=4001.`;
}
