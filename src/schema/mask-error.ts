import { randomUUID } from 'node:crypto';
import { GraphQLError } from 'graphql';
import type { ApiLog } from './yoga.ts';

/**
 * What may be told of an error. One that was made for the client passes; of everything else the client hears an id, and the log
 * holds the error under the same id.
 */
export function errorMask(log: Pick<ApiLog, 'error'>) {
  return (error: unknown, message: string): Error => {
    if (isMeantForClients(error)) return error;
    const errorId = randomUUID();
    log.error({ errorId, err: innermost(error) }, 'an operation failed by a bug');
    const place = error instanceof GraphQLError ? error : null;
    return new GraphQLError(`${message} It is logged as ${errorId}.`, {
      nodes: place?.nodes ?? null,
      path: place?.path ?? null,
      // `unexpected` tells Yoga that this is no fault of the request.
      extensions: { code: 'INTERNAL_SERVER_ERROR', errorId, unexpected: true },
    });
  };
}

function isMeantForClients(error: unknown): error is GraphQLError {
  if (!(error instanceof GraphQLError)) return false;
  return error.originalError === undefined || isMeantForClients(error.originalError);
}

function innermost(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError !== undefined
    ? innermost(error.originalError)
    : error;
}
