import { GraphQLError } from 'graphql';
import type { Rejection } from '#engine/util/rejection.ts';

/** Creates the error for an invalid argument of a field that has no failure type. */
export function createBadRequestError(argument: string, fault: string): GraphQLError {
  return new GraphQLError(`${argument}: ${fault}.`, {
    extensions: { code: 'BAD_USER_INPUT', path: [argument] },
  });
}

/** Creates the error for a viewer who may see an object but not perform this action on it. */
export function createForbiddenError(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'FORBIDDEN' } });
}

/** Creates the error for a required object that must look absent to this viewer. */
export function createHiddenError(): GraphQLError {
  return new GraphQLError('There is no such thing.', { extensions: { code: 'NOT_FOUND' } });
}

/** Facts of a refusal for programs: the limit, its value and the requested amount. */
type LimitExcess = {
  /** Stable: `DEPTH_LIMIT`. */
  readonly code: string;
  /** Sentence for a person, which names the right value. */
  readonly message: string;
  readonly limit: number;
  readonly asked: number;
  /** Seconds until the request may be repeated; absent where waiting does not help. */
  readonly retryAfterSeconds?: number;
};

/** Creates the error of a request beyond a limit. It is foreseen, so it is not masked. */
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

/** Creates the error for an invalid cursor: `INVALID_CURSOR`, `FOREIGN_CURSOR` or `CURSOR_AHEAD`. */
export function createCursorError({ rejected, reason, path }: Rejection): GraphQLError {
  const code = rejected.toUpperCase().replaceAll('-', '_');
  return new GraphQLError(reason, { extensions: { code, path: path ?? [] } });
}

export function createUnknownSessionError(): GraphQLError {
  return new GraphQLError('There is no such session.', {
    extensions: { code: 'NOT_FOUND', path: ['sessionId'] },
  });
}

export function createUnknownCampaignError(): GraphQLError {
  return new GraphQLError('There is no such campaign.', {
    extensions: { code: 'NOT_FOUND', path: ['campaignId'] },
  });
}

export function createGmOnlyError(): GraphQLError {
  return new GraphQLError(
    'Only the game master of this campaign may see what is kept from players. Ask as PLAYER.',
    { extensions: { code: 'FORBIDDEN', path: ['audience'] } },
  );
}

const LONGEST = 80;

/**
 * Shortens text from a client so that a message can repeat it. Keeps whole characters; replaces invalid and control characters.
 */
export function abbreviate(text: string): string {
  const letters = [...text.slice(0, 2 * LONGEST).toWellFormed()].map((letter) =>
    letter.replace(/\p{Cc}/u, ' '),
  );
  const cut = letters.slice(0, LONGEST).join('');
  return cut.length < text.length ? `${cut}…` : cut;
}
