import type { TadaDocumentNode } from 'gql.tada';
import { useCallback, useMemo } from 'react';
import { type AnyVariables, useQuery } from 'urql';
import { AUTHORING_ENDPOINT, createUncachedClient, findEndpoint, GAME_ENDPOINT } from './client.ts';
import { describeError, type RequestProblem } from './problem.ts';

/** A request as it was sent, for "Show the operation". */
export type SentOperation = {
  readonly document: TadaDocumentNode<unknown, never>;
  readonly variables: AnyVariables;
  readonly endpoint: string;
};

type Asked<Data> = {
  readonly data: Data | undefined;
  readonly problem: RequestProblem | null;
  readonly isLoading: boolean;
  readonly reload: () => void;
  readonly operation: SentOperation;
};

type Options = { readonly isPaused?: boolean; readonly isFresh?: boolean };

/** Names a request for "Show the operation". */
export function describeOperation<Data, Variables extends AnyVariables>(
  document: TadaDocumentNode<Data, Variables>,
  variables: Variables,
): SentOperation {
  // The dialog only prints it: which data and variables belong to it no longer matters.
  return {
    document: document as TadaDocumentNode<unknown, never>,
    variables,
    endpoint: findEndpoint(document),
  };
}

/** The same object for every request to an address: urql would take another one for another request. */
const GAME = { url: GAME_ENDPOINT };
const AUTHORING = { url: AUTHORING_ENDPOINT };

function findContext(document: object): { readonly url: string } {
  return findEndpoint(document) === AUTHORING_ENDPOINT ? AUTHORING : GAME;
}

/** Asks for the data of a panel, from the cache first. `isFresh` asks the server as well. */
export function useOperation<Data, Variables extends AnyVariables>(
  document: TadaDocumentNode<Data, Variables>,
  variables: Variables,
  { isPaused = false, isFresh = false }: Options = {},
): Asked<Data> {
  const key = JSON.stringify(variables);
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal variables are the same request.
  const stable = useMemo(() => variables, [key]);
  const [result, ask] = useQuery({
    query: document,
    variables: stable,
    pause: isPaused,
    requestPolicy: isFresh ? 'cache-and-network' : 'cache-first',
    context: findContext(document),
  });
  const reload = useCallback(() => ask({ requestPolicy: 'network-only' }), [ask]);
  return {
    data: result.data,
    problem: result.error === undefined ? null : describeError(result.error),
    isLoading: result.fetching && result.data === undefined,
    reload,
    operation: describeOperation(document, stable),
  };
}

/** Answer to a mutation, or why there is none. */
export type Sent<Data> = { readonly data: Data } | { readonly problem: RequestProblem };

const sender = createUncachedClient();

/** Sends a mutation once. */
export async function sendMutation<Data, Variables extends AnyVariables>(
  document: TadaDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Sent<Data>> {
  const { data, error } = await sender.mutation(document, variables, findContext(document)).toPromise();
  if (data !== undefined && data !== null) return { data };
  const nothing = { message: 'The server gave no answer.', isNetwork: false };
  return { problem: error === undefined ? nothing : describeError(error) };
}
