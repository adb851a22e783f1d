import type { Logger } from 'pino';

type Events = Pick<NodeJS.Process, 'on'>;

/**
 * Has what nobody caught written into the log, masked as everything there is. A promise that failed unheard concerns whoever should
 * have waited for it: the others' turns go on. After an exception nobody caught it is not known what was left half done, so `stop` is
 * called.
 */
export function logWhateverNobodyCaught(
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
