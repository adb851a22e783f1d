import { GraphQLError } from 'graphql';

/** What a refusal says to programs: which limit, how much it allows and how much was asked for. */
export type Excess = {
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
export function limitExceeded({ code, message, limit, asked, retryAfterSeconds }: Excess): GraphQLError {
  return new GraphQLError(message, {
    extensions: {
      code,
      limit,
      asked,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    },
  });
}
