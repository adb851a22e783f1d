import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { Client, fetchExchange, subscriptionExchange } from '@urql/core';
import { buildSchema, isAbstractType, OperationTypeNode, parse } from 'graphql';
import { createClient as createSseClient } from 'graphql-sse';
import { createClient as createWebSocketClient } from 'graphql-ws';
import { afterAll, beforeAll, expect, it } from 'vitest';
import WebSocket from 'ws';
import { type Accounts, openAccounts } from '../support/accounts.ts';
import { MARIT } from '../support/table-of-two.ts';

let engine: Accounts;
let sessionId: string;
const tokens = { owner: '', player: '' };
beforeAll(async () => {
  engine = await openAccounts();
  tokens.owner = (await engine.makeToken('ada', ['gm'])).token;
  tokens.player = (await engine.makeToken('bob', ['player'])).token;
  const begun = await engine.begin(tokens.owner);
  sessionId = begun.sessionId;
  const input = { campaignId: begun.campaignId, viewerId: 'bob', name: 'Bob', personaId: MARIT };
  const ADD = 'mutation ($input: AddMemberInput!) { addMember(input: $input) { __typename } }';
  expect((await engine.ask(tokens.owner, ADD, { input })).data).toEqual({
    addMember: { __typename: 'MemberPayload' },
  });
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
const headersOf = (token: string) => ({ authorization: `Bearer ${token}` });
const socketClient = (token: string) =>
  createWebSocketClient({
    url: http().replace('http', 'ws'),
    webSocketImpl: WebSocket,
    retryAttempts: 0,
    connectionParams: headersOf(token),
  });

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

function bySse(token: string): Library {
  const client = createSseClient({ url: http(), retryAttempts: 0, headers: headersOf(token) });
  return {
    ask: (query, variables) => first(client.iterate({ query, variables }) as AsyncIterable<Told>),
    watch: (query, variables, onEvent) => client.subscribe({ query, variables }, sink(onEvent) as never),
    close: () => client.dispose(),
  };
}

function byWebSocket(token: string): Library {
  const client = socketClient(token);
  return {
    ask: (query, variables) => first(client.iterate({ query, variables }) as AsyncIterable<Told>),
    watch: (query, variables, onEvent) => client.subscribe({ query, variables }, sink(onEvent) as never),
    close: () => void client.dispose(),
  };
}

function byUrql(token: string): Library {
  const socket = socketClient(token);
  const client = new Client({
    url: http(),
    preferGetMethod: false,
    fetchOptions: { headers: headersOf(token) },
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

function byApollo(token: string): Library {
  const socket = socketClient(token);
  const link = ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    new GraphQLWsLink(socket),
    new HttpLink({ uri: http(), headers: headersOf(token) }),
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

const LIBRARIES = [
  ['graphql-sse', bySse],
  ['graphql-ws', byWebSocket],
  ['urql', byUrql],
  ['Apollo Client', byApollo],
] as const;
const ROLES = ['owner', 'player'] as const;

it.each(LIBRARIES.flatMap(([name, open]) => ROLES.map((role) => [name, role, open] as const)))(
  'lets %s browse, play a turn and follow it as it is told, as %s',
  async (name, role, open) => {
    const library = open(tokens[role]);
    expect(await library.ask(operation('browse-entry-points'), { first: 5 })).toMatchObject({
      entryPoints: { nodes: [{ name: 'The Second Ledger' }] },
    });
    const last = await library.ask('query Last($id: ID!) { session(id: $id) { lastEventCursor } }', {
      id: sessionId,
    });

    const events: Event[] = [];
    const committed = Promise.withResolvers<void>();
    const variables = { sessionId, after: Object(last).session.lastEventCursor };
    const stop = library.watch(operation('watch-turns'), variables, (event) => {
      events.push(event);
      if (event.__typename === 'TurnCommitted') committed.resolve();
    });
    const answer = await library.ask(operation('take-turn'), {
      sessionId,
      actionId: `with ${name} as ${role}`,
      text: 'I listen to the room.',
    });
    await committed.promise;
    stop();
    library.close?.();

    const narration = events.flatMap(({ text }) => text ?? []).join('');
    expect(answer).toMatchObject({ takeTurn: { turn: { status: 'COMMITTED', scene: { narration } } } });
    expect(narration.length).toBeGreaterThan(20);
    expect(new Set(events.map(({ cursor }) => cursor)).size).toBe(events.length);
  },
);

it.for(ROLES)(
  'lets a script of Python play with its standard library alone, as %s',
  async (role, context) => {
    // Python is no part of the project.
    const { error } = spawnSync('python3', ['--version']);
    if (error !== undefined && 'code' in error && error.code === 'ENOENT')
      return context.skip('python3 is not installed, so examples/play.py was not run');
    // An owner begins a story of their own; a player goes on with the one they were invited to.
    const rest = role === 'owner' ? [] : [sessionId];
    const words = ['examples/play.py', http(), 'I listen to the room.', ...rest];
    const { stdout } = await promisify(execFile)('python3', words, {
      env: { ...process.env, SCENEWRIGHT_TOKEN: tokens[role] },
    });

    expect(stdout.startsWith('The Second Ledger\n')).toBe(role === 'owner');
    expect(stdout).toMatch(/> I listen to the room\.\n[\s\S]{20,}\(committed\)\n$/);
  },
);
