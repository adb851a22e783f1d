import { GraphQLError } from 'graphql';
import type { Rejection } from '#engine/util/rejection.ts';

/** A cursor that cannot be used: `INVALID_CURSOR`, `FOREIGN_CURSOR` or `CURSOR_AHEAD`. */
export function cursorRefused({ rejected, reason, path }: Rejection): GraphQLError {
  const code = rejected.toUpperCase().replaceAll('-', '_');
  return new GraphQLError(reason, { extensions: { code, path: path ?? [] } });
}

export function noSuchSession(): GraphQLError {
  return new GraphQLError('sessionId: there is no such session.', {
    extensions: { code: 'NOT_FOUND', path: ['sessionId'] },
  });
}

export function onlyForGameMasters(): GraphQLError {
  return new GraphQLError(
    'audience: only the game master of this campaign may see what is kept from players. Ask as PLAYER.',
    { extensions: { code: 'FORBIDDEN', path: ['audience'] } },
  );
}
