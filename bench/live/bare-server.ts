import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { useServer } from 'graphql-ws/use/ws';
import { createPubSub, createSchema, createYoga } from 'graphql-yoga';
import { WebSocketServer } from 'ws';
import { pieceOfStory, serveCommands } from './serve-commands.ts';

type Told = {
  readonly __typename: 'NarrationDelta';
  readonly cursor: string;
  readonly sequence: number;
  readonly turnId: string;
  readonly text: string;
};

/** A subscription of the same shape, as Yoga's documentation has it: nothing kept, nothing resumed, nobody asked. */
const typeDefs = /* GraphQL */ `
  type Query { ok: Boolean! }
  interface LiveEvent { cursor: String! sequence: Int! turnId: ID }
  type NarrationDelta implements LiveEvent { cursor: String! sequence: Int! turnId: ID text: String! }
  type TurnCommitted implements LiveEvent { cursor: String! sequence: Int! turnId: ID sceneIndex: Int! }
  union TurnEvent = NarrationDelta | TurnCommitted
  type Subscription { turnEvents(sessionId: ID!, after: String): TurnEvent! }
`;

const bus = createPubSub<{ turnEvents: [sessionId: string, event: Told] }>();
const schema = createSchema({
  typeDefs,
  resolvers: {
    TurnEvent: { __resolveType: ({ __typename }: Told) => __typename },
    Subscription: {
      turnEvents: {
        subscribe: (_root: unknown, { sessionId }: { sessionId: string }) =>
          bus.subscribe('turnEvents', sessionId),
        resolve: (event: Told) => event,
      },
    },
  },
});
const yoga = createYoga({ schema, logging: false, graphiql: false });
const server = createServer(yoga);
const sockets = new WebSocketServer({ server, path: '/graphql' });
useServer(
  {
    execute: (args) => Object(args.rootValue).execute(args),
    subscribe: (args) => Object(args.rootValue).subscribe(args),
    onSubscribe: async ({ extra }, _id, params) => {
      const enveloped = yoga.getEnveloped({ req: extra.request, params });
      const args = {
        schema: enveloped.schema,
        operationName: params.operationName,
        document: enveloped.parse(params.query),
        variableValues: params.variables,
        contextValue: await enveloped.contextFactory(),
        rootValue: { execute: enveloped.execute, subscribe: enveloped.subscribe },
      };
      const errors = enveloped.validate(args.schema, args.document);
      return errors.length > 0 ? errors : args;
    },
  },
  sockets,
);

server.listen(0, '127.0.0.1', () => {
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  let sequence = 0;
  serveCommands({
    opened: {
      url: `http://127.0.0.1:${port}/graphql`,
      query: /* GraphQL */ `
        subscription ($sessionId: ID!, $after: String) {
          turnEvents(sessionId: $sessionId, after: $after) {
            __typename
            ... on LiveEvent { cursor sequence turnId }
            ... on NarrationDelta { text }
            ... on TurnCommitted { sceneIndex }
          }
        }
      `,
      variables: { sessionId: 'one', after: null },
    },
    tell: () => {
      sequence += 1;
      const cursor = Buffer.from(`v1:01900000-0000-7000-8000-000000000001:${sequence}`).toString('base64url');
      const turnId = 'VHVybjowMTkwMDAwMC0wMDAwLTcwMDAtODAwMC0wMDAwMDAwMDAwMDI=';
      bus.publish('turnEvents', 'one', {
        __typename: 'NarrationDelta',
        cursor,
        sequence,
        turnId,
        text: pieceOfStory(),
      });
    },
  });
});
