import type { Logger } from 'pino';

/** Errors that stop a start with their message alone; any other error is a bug and shows its stack. */
const FORESEEN = [
  'ConfigError',
  'DataInUseError',
  'DataReadOnlyError',
  'DataUnusableError',
  'IndexInUseError',
  'ClusterMismatchError',
  'StoreUnreachableError',
  'PromptError',
  'CatalogueError',
  'ModelUnavailable',
  'TrustedDocumentsError',
  'LanguageFileError',
];

/** Messages by system error code, for settings that name something unusable. */
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

/** Returns the message for an expected error; null for a bug. */
export function explainError(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (FORESEEN.includes(error.name)) return error.message;
  return 'code' in error ? (BY_CODE[String(error.code)] ?? null) : null;
}

type Events = Pick<NodeJS.Process, 'on'>;

/**
 * Logs unhandled rejections and keeps running, because only the code that should have awaited them is affected. Logs uncaught
 * exceptions and calls `stop`, because the state they leave is unknown. Both are masked like every log line.
 */
export function installProcessErrorHandlers(
  events: Events,
  logger: Pick<Logger, 'error' | 'fatal'>,
  stop: () => void,
): void {
  events.on('unhandledRejection', (error) => {
    logger.error({ err: error }, 'bug: unhandled promise rejection');
  });
  events.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'a bug: nobody caught this; the server stops');
    stop();
  });
}
