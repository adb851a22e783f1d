import { GraphQLError } from 'graphql';
import type { Rejection } from '#engine/util/rejection.ts';

/** An argument that cannot be used, where a field has no failure to answer with. */
export function createBadRequestError(argument: string, fault: string): GraphQLError {
  return new GraphQLError(`${argument}: ${fault}.`, {
    extensions: { code: 'BAD_USER_INPUT', path: [argument] },
  });
}

/** The answer to somebody who may see a thing and may not do this with it. */
export function createForbiddenError(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'FORBIDDEN' } });
}

/** The answer where something must be there and is to this viewer as if it were not. */
export function createHiddenError(): GraphQLError {
  return new GraphQLError('There is no such thing.', { extensions: { code: 'NOT_FOUND' } });
}

/** What a refusal says to programs: which limit, how much it allows and how much was asked for. */
type LimitExcess = {
  /** Stable: `DEPTH_LIMIT`. */
  readonly code: string;
  /** A sentence for a person, which says what would be right. */
  readonly message: string;
  readonly limit: number;
  readonly asked: number;
  /** How long to wait before the same may be asked again; absent where waiting does not help. */
  readonly retryAfterSeconds?: number;
};

/** The error of a request that goes beyond a limit. It is foreseen, so nothing masks it. */
export function createLimitExceededError({
  code,
  message,
  limit,
  asked,
  retryAfterSeconds,
}: LimitExcess): GraphQLError {
  return new GraphQLError(message, {
    extensions: {
      code,
      limit,
      asked,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    },
  });
}

/** A cursor that cannot be used: `INVALID_CURSOR`, `FOREIGN_CURSOR` or `CURSOR_AHEAD`. */
export function createCursorError({ rejected, reason, path }: Rejection): GraphQLError {
  const code = rejected.toUpperCase().replaceAll('-', '_');
  return new GraphQLError(reason, { extensions: { code, path: path ?? [] } });
}

export function createUnknownSessionError(): GraphQLError {
  return new GraphQLError('sessionId: there is no such session.', {
    extensions: { code: 'NOT_FOUND', path: ['sessionId'] },
  });
}

export function createGmOnlyError(): GraphQLError {
  return new GraphQLError(
    'audience: only the game master of this campaign may see what is kept from players. Ask as PLAYER.',
    { extensions: { code: 'FORBIDDEN', path: ['audience'] } },
  );
}

const LONGEST = 80;

/** What a client sent, as a message can repeat it: whole letters, nothing that is none, and not too much of it. */
export function abbreviate(text: string): string {
  const letters = [...text.slice(0, 2 * LONGEST).toWellFormed()].map((letter) =>
    letter.replace(/\p{Cc}/u, ' '),
  );
  const cut = letters.slice(0, LONGEST).join('');
  return cut.length < text.length ? `${cut}…` : cut;
}
