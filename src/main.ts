import { readConfig, readEnvironment } from './config/config.ts';
import { openLogger } from './server/logger.ts';
import { explainError, installProcessErrorHandlers } from './server/process-errors.ts';
import { createTerminalOutput, type TerminalOutput } from './server/terminal-output.ts';

const terminal = process.stdout.isTTY
  ? createTerminalOutput(process.stdout, process.stdout.hasColors())
  : null;

try {
  const config = readConfig(readEnvironment(process.cwd()));
  const logger = openLogger(config.LOG_LEVEL, terminal ?? undefined);
  const onProgress: TerminalOutput['showProgress'] =
    terminal?.showProgress ?? ((step) => logger.info({ step }, 'starting'));
  onProgress('checks the settings');
  // Loaded only now, so that a wrong value is answered at once.
  const { checkSettings } = await import('./server/check-settings.ts');
  await checkSettings(config);
  onProgress('loads the code');
  const { startServer } = await import('./server/start-server.ts');
  const server = await startServer(config, logger, {
    onProgress,
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
  // Where standard output is no terminal it holds the log alone, one JSON object a line.
  if (terminal === null) process.stderr.write(server.banner);
  else terminal.print(server.banner);
} catch (error) {
  terminal?.print('');
  const sentence = explainError(error);
  if (sentence === null) throw error;
  process.stderr.write(`Scenewright cannot start.\n${sentence}\n`);
  // What was already opened would keep a half-started server alive.
  process.exit(1);
}
