import { stringifyDocument } from '@urql/core';
import { createClient } from 'graphql-sse';
import { TABLE_EVENTS } from '../documents/table.ts';
import { GAME_ENDPOINT } from './client.ts';
import type { ResultOf } from './graphql.ts';
import { fetchWithToken, isTokenRefused } from './token.ts';

export type TableEvent = ResultOf<typeof TABLE_EVENTS>['turnEvents'];
export type Connection = 'connecting' | 'live' | 'lost';

type Watcher = {
  readonly onEvent: (event: TableEvent) => void;
  readonly onConnection: (connection: Connection) => void;
};

/** Pauses between attempts to reconnect; the last one is repeated. */
const PAUSES = [300, 1_000, 2_000, 4_000] as const;

/**
 * Follows a session from a cursor on, for as long as the page is open. After a break it goes on behind the last event,
 * so that nothing is missed or doubled. Returns a function that ends it.
 */
export function watchSession(sessionId: string, after: string | null, watcher: Watcher): () => void {
  const client = createClient({ url: GAME_ENDPOINT, retryAttempts: 0, fetchFn: fetchWithToken });
  const variables = { sessionId, after };
  const query = stringifyDocument(TABLE_EVENTS);
  let isOver = false;
  let failures = 0;
  let close = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;

  const reconnect = () => {
    if (isOver || isTokenRefused()) return;
    watcher.onConnection(failures === 0 ? 'connecting' : 'lost');
    const pause = PAUSES[Math.min(failures, PAUSES.length - 1)];
    timer = setTimeout(connectNow, pause);
    failures += 1;
  };
  const connect = () => {
    close = client.subscribe<ResultOf<typeof TABLE_EVENTS>>(
      { query, variables },
      {
        next: ({ data, errors }) => {
          if (errors !== undefined) return;
          const event = data?.turnEvents;
          if (event === undefined) return;
          failures = 0;
          if ('cursor' in event) variables.after = event.cursor;
          if (event.__typename === 'SessionClosed') isOver = true;
          watcher.onEvent(event);
        },
        error: reconnect,
        complete: reconnect,
      },
      { connected: () => watcher.onConnection('live') },
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
