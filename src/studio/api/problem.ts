import type { CombinedError } from 'urql';

/** A sentence for the person, and whether trying again may help. */
export type RequestProblem = { readonly message: string; readonly isNetwork: boolean };

type Failed = { readonly __typename: string; readonly message?: string };

/** Says what went wrong with a request. */
export function describeError(error: CombinedError): RequestProblem {
  if (error.networkError !== undefined && error.graphQLErrors.length === 0) {
    return {
      message: 'The server does not answer. Check that it runs and that you are connected.',
      isNetwork: true,
    };
  }
  return { message: error.graphQLErrors.map(({ message }) => message).join(' '), isNetwork: false };
}

/** Returns the sentence of a foreseen failure; null when a mutation gave its payload. */
export function describeFailure(result: Failed): string | null {
  return typeof result.message === 'string' ? result.message : null;
}
