import { readFileSync } from 'node:fs';
import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { Client, fetchExchange, subscriptionExchange } from '@urql/core';
import { buildSchema, isAbstractType, OperationTypeNode, parse } from 'graphql';
import { createClient as createSseClient } from 'graphql-sse';
import { createClient as createWebSocketClient } from 'graphql-ws';
import { afterAll, beforeAll, expect, it } from 'vitest';
import WebSocket from 'ws';
import { openEngine } from '../support/engine.ts';
import { begin } from '../support/play.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.close());

const schema = buildSchema(readFileSync('src/schema/schema.graphql', 'utf8'));

type Variables = Record<string, unknown>;
type Event = { __typename: string; cursor: string; text?: string };

/** What every client library can do, whatever it calls it. */
type Library = {
  /** A query or a mutation. */
  readonly ask: (query: string, variables: Variables) => Promise<unknown>;
  /** Hands over every event until it is told to stop. */
  readonly watch: (query: string, variables: Variables, onEvent: (event: Event) => void) => () => void;
  readonly close?: () => void;
};

const http = () => `${engine.url}/graphql`;
const socketClient = () =>
  createWebSocketClient({ url: http().replace('http', 'ws'), webSocketImpl: WebSocket, retryAttempts: 0 });

type Told = { data?: unknown; errors?: readonly { message: string }[] };

function eventIn({ data, errors }: Told): Event {
  if (errors !== undefined) throw new Error(errors[0]?.message);
  return (data as { turnEvents: Event }).turnEvents;
}

const sink = (onEvent: (event: Event) => void) => ({
  next: (result: Told) => onEvent(eventIn(result)),
  error: () => {},
  complete: () => {},
});

/** The first answer of an operation over a protocol that streams all of them. */
async function first(results: AsyncIterable<Told>): Promise<unknown> {
  for await (const { data, errors } of results) {
    if (errors !== undefined) throw new Error(errors[0]?.message);
    return data;
  }
  throw new Error('no answer came');
}

function bySse(): Library {
  const client = createSseClient({ url: http(), retryAttempts: 0 });
  return {
    ask: (query, variables) => first(client.iterate({ query, variables }) as AsyncIterable<Told>),
    watch: (query, variables, onEvent) => client.subscribe({ query, variables }, sink(onEvent) as never),
    close: () => client.dispose(),
  };
}

function byWebSocket(): Library {
  const client = socketClient();
  return {
    ask: (query, variables) => first(client.iterate({ query, variables }) as AsyncIterable<Told>),
    watch: (query, variables, onEvent) => client.subscribe({ query, variables }, sink(onEvent) as never),
    close: () => void client.dispose(),
  };
}

function byUrql(): Library {
  const socket = socketClient();
  const client = new Client({
    url: http(),
    preferGetMethod: false,
    exchanges: [
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query = '', variables }) => ({
          subscribe: (observer) => ({
            unsubscribe: socket.subscribe({ query, variables: variables as Variables }, observer as never),
          }),
        }),
      }),
    ],
  });
  return {
    ask: async (query, variables) => {
      const document = parse(query);
      const isMutation = query.includes('mutation ');
      const result = await (isMutation
        ? client.mutation(document, variables)
        : client.query(document, variables));
      if (result.error !== undefined) throw result.error;
      return result.data;
    },
    watch: (query, variables, onEvent) =>
      client.subscription(parse(query), variables).subscribe(({ data }) => {
        if (data != null) onEvent(eventIn({ data }));
      }).unsubscribe,
    close: () => void socket.dispose(),
  };
}

/** Apollo's cache has to be told which types an interface or a union stands for. */
function possibleTypes(): Record<string, string[]> {
  const abstract = Object.values(schema.getTypeMap()).filter(isAbstractType);
  return Object.fromEntries(
    abstract.map((type) => [type.name, schema.getPossibleTypes(type).map(({ name }) => name)]),
  );
}

function byApollo(): Library {
  const socket = socketClient();
  const link = ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    new GraphQLWsLink(socket),
    new HttpLink({ uri: http() }),
  );
  const client = new ApolloClient({ link, cache: new InMemoryCache({ possibleTypes: possibleTypes() }) });
  return {
    ask: async (query, variables) => {
      const document = parse(query);
      const { data } = query.includes('mutation ')
        ? await client.mutate({ mutation: document, variables })
        : await client.query({ query: document, variables, fetchPolicy: 'network-only' });
      return data;
    },
    watch: (query, variables, onEvent) => {
      const watching = client
        .subscribe({ query: parse(query), variables, fetchPolicy: 'no-cache' })
        .subscribe(({ data }) => data != null && onEvent(eventIn({ data })));
      return () => watching.unsubscribe();
    },
    close: () => {
      client.stop();
      void socket.dispose();
    },
  };
}

const operation = (name: string) => readFileSync(`operations/${name}.graphql`, 'utf8');

it.each([
  ['graphql-sse', bySse],
  ['graphql-ws', byWebSocket],
  ['urql', byUrql],
  ['Apollo Client', byApollo],
])('lets %s browse, play a turn and follow it as it is told', async (name, open) => {
  const library = open();
  const sessionId = await begin(engine.url);
  expect(await library.ask(operation('browse-entry-points'), { first: 5 })).toMatchObject({
    entryPoints: { nodes: [{ name: 'The Second Ledger' }] },
  });

  const events: Event[] = [];
  const committed = Promise.withResolvers<void>();
  const stop = library.watch(operation('watch-turns'), { sessionId }, (event) => {
    events.push(event);
    if (events.filter(({ __typename }) => __typename === 'TurnCommitted').length === 2) committed.resolve();
  });
  const answer = await library.ask(operation('take-turn'), {
    sessionId,
    actionId: `with ${name}`,
    text: 'I listen to the room.',
  });
  await committed.promise;
  stop();
  library.close?.();

  const told = events.slice(events.findIndex(({ __typename }) => __typename === 'TurnCommitted') + 1);
  const narration = told.flatMap(({ text }) => text ?? []).join('');
  expect(answer).toMatchObject({ takeTurn: { turn: { status: 'COMMITTED', scene: { narration } } } });
  expect(narration.length).toBeGreaterThan(20);
  expect(new Set(events.map(({ cursor }) => cursor)).size).toBe(events.length);
});
