import { environmentWithDotEnv, readConfig } from './config.ts';
import { openLogger } from './start/logger.ts';

/** Errors that stop a start with their sentence alone; anything else is a bug and shows its stack. */
const FORESEEN = [
  'ConfigError',
  'DataInUseError',
  'StoreUnreachableError',
  'PromptError',
  'CatalogueError',
  'ModelUnavailable',
  'TrustedDocumentsError',
];

/** What the system says when a setting names something that cannot be used. */
const BY_CODE: Readonly<Record<string, string>> = {
  EADDRINUSE:
    'PORT: another program already listens there. Stop it, or choose another port, for example PORT=4001',
  EADDRNOTAVAIL: 'HOST: this machine has no such address. Write for example HOST=127.0.0.1',
  ENOTFOUND: 'HOST: this machine has no such address. Write for example HOST=127.0.0.1',
  EACCES:
    'SCENEWRIGHT_DATA or PORT: this user may not use it. Choose a folder you can write to and a port above 1023',
  EEXIST: 'SCENEWRIGHT_DATA: there is a file of that name where a folder should be. Choose another folder',
  ENOTDIR: 'SCENEWRIGHT_DATA: there is a file where a folder should be. Choose another folder',
};

try {
  const config = readConfig(environmentWithDotEnv(process.cwd()));
  const logger = openLogger(config.LOG_LEVEL);
  // Loaded only now, so that a wrong setting is answered at once.
  const { startServer } = await import('./start/start-server.ts');
  const server = await startServer(config, logger, {
    watchesPacks: process.argv.includes('--watch-packs'),
    watchesPrompts: process.argv.includes('--watch-prompts'),
  });
  let isStopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    // Asked a second time, it does not wait for anything.
    if (isStopping) process.exit(1);
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
  process.stdout.write(server.banner);
} catch (error) {
  const sentence = sentenceFor(error);
  if (sentence === null) throw error;
  process.stderr.write(`Scenewright cannot start.\n${sentence}\n`);
  // What was already opened would keep a half-started server alive.
  process.exit(1);
}

function sentenceFor(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (FORESEEN.includes(error.name)) return error.message;
  return 'code' in error ? (BY_CODE[String(error.code)] ?? null) : null;
}
