import { type Logger, pino } from 'pino';

/**
 * Creates the server's log, one JSON object a line. Removes fields that could hold a key or a prompt by their names, for every
 * caller.
 */
export function openLogger(level: string): Logger {
  return pino({
    level,
    base: null,
    redact: {
      paths: [
        'authorization',
        '*.authorization',
        'apiKey',
        '*.apiKey',
        '*.headers',
        'err.cause.headers',
        'err.request',
      ],
      censor: '[cut out]',
    },
  });
}
