import type { Logger } from 'pino';

/** Errors that stop a start with their sentence alone; anything else is a bug and shows its stack. */
const FORESEEN = [
  'ConfigError',
  'DataInUseError',
  'DataReadOnlyError',
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
  EROFS: 'SCENEWRIGHT_DATA: that disk can only be read. Choose a folder you can write to',
  EEXIST: 'SCENEWRIGHT_DATA: there is a file of that name where a folder should be. Choose another folder',
  ENOTDIR: 'SCENEWRIGHT_DATA: there is a file where a folder should be. Choose another folder',
};

/** What to tell a person about an error that was foreseen; null for a bug. */
export function explainError(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (FORESEEN.includes(error.name)) return error.message;
  return 'code' in error ? (BY_CODE[String(error.code)] ?? null) : null;
}

type Events = Pick<NodeJS.Process, 'on'>;

/**
 * Has what nobody caught written into the log, masked as everything there is. A promise that failed unheard concerns whoever should
 * have waited for it: the others' turns go on. After an exception nobody caught it is not known what was left half done, so `stop` is
 * called.
 */
export function installProcessErrorHandlers(
  events: Events,
  logger: Pick<Logger, 'error' | 'fatal'>,
  stop: () => void,
): void {
  events.on('unhandledRejection', (error) => {
    logger.error({ err: error }, 'a bug: a promise failed and nobody was waiting for it');
  });
  events.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'a bug: nobody caught this; the server stops');
    stop();
  });
}
