import { type Logger, pino } from 'pino';

/**
 * The server's log: one JSON object a line. What could hold a key or a prompt is cut out by name, whoever
 * hands it in.
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
