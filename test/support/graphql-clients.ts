import { createClient as createSseClient } from 'graphql-sse';
import { createClient as createWebSocketClient } from 'graphql-ws';
import WebSocket from 'ws';

type Variables = Record<string, unknown>;

/** Sends one operation over HTTP to the whole API and gives its data; errors are thrown. */
export async function ask<Data>(url: string, query: string, variables: Variables = {}): Promise<Data> {
  const response = await fetch(`${url}/graphql/authoring`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const body = await response.json();
  if (body.errors !== undefined) throw new Error(JSON.stringify(body.errors));
  return body.data;
}

/** A live event as the tests ask for it. */
export type LiveEvent = {
  readonly __typename: string;
  readonly cursor: string;
  readonly sequence: number;
  readonly turnId: string;
  readonly text?: string;
  readonly sceneIndex?: number;
  readonly line?: string;
};

export const WATCH = /* GraphQL */ `
  subscription ($sessionId: ID!, $after: Cursor) {
    turnEvents(sessionId: $sessionId, after: $after) {
      __typename
      ... on LiveEvent { cursor sequence turnId }
      ... on NarrationDelta { text }
      ... on DiceRolled { roll { line } }
      ... on TurnCommitted { sceneIndex }
    }
  }
`;

export type Watch = {
  /** Everything received so far, in order. */
  readonly events: LiveEvent[];
  /** Resolves when an event passes the test. */
  readonly until: (test: (event: LiveEvent) => boolean) => Promise<LiveEvent>;
  readonly stop: () => void;
  /** How it ended: as a whole, or with an error of the connection; null while it goes on. */
  readonly ended: () => 'complete' | 'broken off' | null;
};

type Subscribe = (
  payload: { query: string; variables: Variables },
  sink: { next: (result: { data?: unknown }) => void; error: (error: unknown) => void; complete: () => void },
) => () => void;

/** Watches a session over server-sent events. */
export function watchBySse(
  url: string,
  sessionId: string,
  after: string | null = null,
  query: string = WATCH,
): Watch {
  const client = createSseClient({ url: `${url}/graphql`, retryAttempts: 0 });
  return watch((payload, sink) => client.subscribe(payload, sink as never), {
    query,
    variables: { sessionId, after },
  });
}

/** Watches a session over WebSocket. */
export function watchByWebSocket(
  url: string,
  sessionId: string,
  after: string | null = null,
  query: string = WATCH,
): Watch {
  const client = createWebSocketClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    retryAttempts: 0,
  });
  return watch((payload, sink) => client.subscribe(payload, sink as never), {
    query,
    variables: { sessionId, after },
  });
}

function watch(subscribe: Subscribe, payload: Parameters<Subscribe>[0]): Watch {
  const events: LiveEvent[] = [];
  let ending: ReturnType<Watch['ended']> = null;
  const waiting: { test: (event: LiveEvent) => boolean; resolve: (event: LiveEvent) => void }[] = [];
  const stop = subscribe(payload, {
    next: ({ data }) => {
      const event = (data as { turnEvents: LiveEvent }).turnEvents;
      events.push(event);
      for (const one of waiting) if (one.test(event)) one.resolve(event);
    },
    error: () => {
      ending ??= 'broken off';
    },
    complete: () => {
      ending ??= 'complete';
    },
  });
  return {
    events,
    stop,
    ended: () => ending,
    until: (test) => {
      const seen = events.find(test);
      if (seen !== undefined) return Promise.resolve(seen);
      return new Promise((resolve) => waiting.push({ test, resolve }));
    },
  };
}
