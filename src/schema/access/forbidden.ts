import { GraphQLError } from 'graphql';

/** The answer to somebody who may see a thing and may not do this with it. */
export function forbidden(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'FORBIDDEN' } });
}

/** The answer where something must be there and is to this viewer as if it were not. */
export function hidden(): GraphQLError {
  return new GraphQLError('There is no such thing.', { extensions: { code: 'NOT_FOUND' } });
}
