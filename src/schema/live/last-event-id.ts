import type { YogaInitialContext } from 'graphql-yoga';

/** What a browser's EventSource sends when it comes back: the id of the last event it has. */
export function lastEventIdOf(context: object): string | null {
  // Over HTTP the context is an extension of Yoga's own; over WebSocket there is no request of fetch.
  const { request } = context as Partial<YogaInitialContext>;
  return request?.headers.get('last-event-id') || null;
}
