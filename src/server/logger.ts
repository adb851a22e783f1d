import { type DestinationStream, type Logger, pino } from 'pino';

/**
 * Creates the server's log, one JSON object a line, on standard output or the given stream. Removes fields that could hold a
 * key or a prompt by their names, for every caller.
 */
export function openLogger(level: string, stream?: DestinationStream): Logger {
  const options = {
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
  };
  return stream === undefined ? pino(options) : pino(options, stream);
}
