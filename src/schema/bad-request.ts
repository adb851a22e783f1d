import { GraphQLError } from 'graphql';

/** An argument that cannot be used, where a field has no failure to answer with. */
export function badRequest(argument: string, fault: string): GraphQLError {
  return new GraphQLError(`${argument}: ${fault}.`, {
    extensions: { code: 'BAD_USER_INPUT', path: [argument] },
  });
}
