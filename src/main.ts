import { readConfig, readEnvironment } from './config/config.ts';
import { openLogger } from './server/logger.ts';
import { explainError, installProcessErrorHandlers } from './server/process-errors.ts';

try {
  const config = readConfig(readEnvironment(process.cwd()));
  const logger = openLogger(config.LOG_LEVEL);
  // Loaded only now, so that a wrong setting is answered at once.
  const { startServer } = await import('./server/start-server.ts');
  const server = await startServer(config, logger, {
    watchesPacks: process.argv.includes('--watch-packs'),
    watchesPrompts: process.argv.includes('--watch-prompts'),
  });
  let isStopping = false;
  const stop = (why: object, code: 0 | 1): void => {
    // Asked a second time, it does not wait for anything.
    if (isStopping) process.exit(1);
    isStopping = true;
    logger.info(why, 'stopping');
    server.stop().then(
      () => process.exit(code),
      (error: unknown) => {
        logger.error({ err: error }, 'did not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop({ signal: 'SIGTERM' }, 0));
  process.on('SIGINT', () => stop({ signal: 'SIGINT' }, 0));
  // Not before: until it has started, whatever goes wrong should end it.
  installProcessErrorHandlers(process, logger, () => stop({ reason: 'a bug' }, 1));
  process.stdout.write(server.banner);
} catch (error) {
  const sentence = explainError(error);
  if (sentence === null) throw error;
  process.stderr.write(`Scenewright cannot start.\n${sentence}\n`);
  // What was already opened would keep a half-started server alive.
  process.exit(1);
}
