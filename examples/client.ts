import { createClient } from 'graphql-sse';
import {
  type TypedDocumentString,
  WatchTurnsDocument,
  type WatchTurnsSubscription,
} from './generated/graphql.ts';

/** One event of a session, as `operations/watch-turns.graphql` asks for it. */
export type TurnEvent = WatchTurnsSubscription['turnEvents'];

/** Sends an operation and gives its answer; what it takes and what it answers is known from the operation. */
export async function ask<Answer, Variables>(
  url: string,
  document: TypedDocumentString<Answer, Variables>,
  variables: Variables,
): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: document.toString(), variables }),
  });
  const { data, errors } = await response.json();
  if (errors !== undefined) throw new Error(errors[0].message);
  return data;
}

/**
 * Every event of a session after a cursor, each exactly once and in order. A connection that drops, or a server that goes away
 * and comes back, is nothing but a pause: the stream goes on after the last event that was handed out.
 */
export async function* watch(url: string, sessionId: string, after?: string): AsyncGenerator<TurnEvent> {
  let last = after;
  for (;;) {
    try {
      for await (const event of connection(url, sessionId, last)) {
        yield event;
        last = event.cursor;
        if (event.__typename === 'SessionClosed') return;
      }
    } catch (error) {
      if (error instanceof StreamRefused) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** The events that come over one connection, until it ends or fails. */
async function* connection(url: string, sessionId: string, after?: string): AsyncGenerator<TurnEvent> {
  const client = createClient({ url, retryAttempts: 0 });
  const operation = { query: WatchTurnsDocument.toString(), variables: { sessionId, after } };
  for await (const { data, errors } of client.iterate<WatchTurnsSubscription>(operation)) {
    if (errors !== undefined) throw new StreamRefused(errors[0]?.message);
    if (data != null) yield data.turnEvents;
  }
}

/** The server has understood the question and will not answer it; asking again would not help. */
export class StreamRefused extends Error {
  override readonly name = 'StreamRefused';
}
