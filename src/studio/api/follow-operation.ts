import { stringifyDocument } from '@urql/core';
import { createClient } from 'graphql-sse';
import { GAME_ENDPOINT } from './client.ts';
import { fetchWithToken, isTokenRefused } from './token.ts';

export type Connection = 'connecting' | 'live' | 'lost';

type Followed<Data> = {
  readonly document: Parameters<typeof stringifyDocument>[0];
  /** Returns the variables of the next connection. */
  readonly variables: () => Record<string, unknown>;
  /** Takes the data of one event. Returns true when no more will come. */
  readonly onData: (data: Data) => boolean;
  readonly onConnection: (connection: Connection) => void;
};

/** Pauses between attempts to reconnect; the last one is repeated. */
const PAUSES = [300, 1_000, 2_000, 4_000] as const;

/** Follows a subscription and reconnects after each break, until its end. Returns a function that ends it. */
export function followOperation<Data>({
  document,
  variables,
  onData,
  onConnection,
}: Followed<Data>): () => void {
  const client = createClient({ url: GAME_ENDPOINT, retryAttempts: 0, fetchFn: fetchWithToken });
  const query = stringifyDocument(document);
  let isOver = false;
  let failures = 0;
  let close = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;

  const reconnect = () => {
    if (isOver || isTokenRefused()) return;
    onConnection(failures === 0 ? 'connecting' : 'lost');
    const pause = PAUSES[Math.min(failures, PAUSES.length - 1)];
    timer = setTimeout(connectNow, pause);
    failures += 1;
  };
  const connect = () => {
    close = client.subscribe<Data>(
      { query, variables: variables() },
      {
        next: ({ data, errors }) => {
          if (errors !== undefined || data === undefined || data === null) return;
          failures = 0;
          isOver = onData(data) || isOver;
        },
        error: reconnect,
        complete: reconnect,
      },
      { connected: () => onConnection('live') },
    );
  };
  const connectNow = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    connect();
  };
  addEventListener('online', connectNow);
  connect();
  return () => {
    isOver = true;
    clearTimeout(timer);
    removeEventListener('online', connectNow);
    close();
    client.dispose();
  };
}
