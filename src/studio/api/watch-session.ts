import { TABLE_EVENTS } from '../documents/table.ts';
import { type Connection, followOperation } from './follow-operation.ts';
import type { ResultOf } from './graphql.ts';

type Data = ResultOf<typeof TABLE_EVENTS>;
export type TableEvent = Data['turnEvents'];

type Watcher = {
  readonly onEvent: (event: TableEvent) => void;
  readonly onConnection: (connection: Connection) => void;
};

/**
 * Follows a session from a cursor on, for as long as the page is open. After a break it goes on behind the last event,
 * so that nothing is missed or doubled. Returns a function that ends it.
 */
export function watchSession(sessionId: string, after: string | null, watcher: Watcher): () => void {
  let cursor = after;
  return followOperation<Data>({
    document: TABLE_EVENTS,
    variables: () => ({ sessionId, after: cursor }),
    onData: ({ turnEvents }) => {
      if ('cursor' in turnEvents) cursor = turnEvents.cursor;
      watcher.onEvent(turnEvents);
      return turnEvents.__typename === 'SessionClosed';
    },
    onConnection: watcher.onConnection,
  });
}
