import { createClient } from 'graphql-ws';
import WebSocket from 'ws';

export type Answer = {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly path?: readonly (string | number)[];
    readonly extensions?: Readonly<Record<string, unknown>>;
  }[];
};

type Variables = Record<string, unknown>;
export type Send = (url: string, query: string, variables?: Variables, more?: object) => Promise<Answer>;

/** Sends one operation over HTTP and gives its answer, errors and all. */
export const byHttp: Send = async (url, query, variables = {}, more = {}) => {
  const response = await fetch(`${url}/graphql/authoring`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables, ...more }),
  });
  return response.json();
};

/** The same over WebSocket; an operation that is refused answers with its errors alone. */
export const byWebSocket: Send = async (url, query, variables = {}, more = {}) => {
  const client = createClient({
    url: `${url.replace('http', 'ws')}/graphql/authoring`,
    webSocketImpl: WebSocket,
    retryAttempts: 0,
  });
  try {
    return await new Promise<Answer>((resolve, reject) => {
      client.subscribe(
        { query, variables, ...more },
        {
          next: (answer) => resolve(answer as Answer),
          error: (errors) => (Array.isArray(errors) ? resolve({ errors }) : reject(errors)),
          complete: () => {},
        },
      );
    });
  } finally {
    await client.dispose();
  }
};

export const TRANSPORTS = [
  ['HTTP', byHttp],
  ['WebSocket', byWebSocket],
] as const satisfies readonly (readonly [string, Send])[];
