import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type DocumentNode, type ExecutionArgs, GraphQLError } from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';
import { limitExceeded } from './limits/limit-exceeded.ts';
import type { Protection } from './protection.ts';
import type { Yoga } from './yoga.ts';

/** The same API over WebSocket, by the graphql-ws protocol, on the same path. */
export function serveWebSocket(
  server: Server,
  yoga: Yoga,
  mayConnect: (request: IncomingMessage) => boolean,
  { limits, documents }: Protection,
): () => Promise<void> {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: limits.frameBytes });
  const graphql = useServer(
    {
      // What went wrong inside is for the log, not for the reason a socket is closed with.
      isProd: true,
      execute: (args) => enveloped(args).execute(args),
      subscribe: (args) => enveloped(args).subscribe(args),
      onSubscribe: async (context, _id, params) => {
        const flood = tooMany(Object.keys(context.subscriptions).length, limits.operationsPerSocket);
        if (flood !== null) return [flood];
        const text = documents.textFor(params);
        if (text instanceof GraphQLError) return [text];
        const { schema, execute, subscribe, contextFactory, parse, validate } = yoga.getEnveloped({
          req: context.extra.request,
          params,
        });
        const document = parsed(parse, text);
        if (document instanceof GraphQLError) return [document];
        const args = {
          schema,
          operationName: params.operationName,
          document,
          variableValues: params.variables,
          contextValue: await contextFactory(),
          rootValue: { execute, subscribe },
        };
        const errors = validate(args.schema, args.document);
        return errors.length > 0 ? errors : args;
      },
    },
    sockets,
  );

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // A client that resets the connection while it is being turned away is no reason to fall over.
    socket.on('error', () => socket.destroy());
    if (pathOf(request) !== yoga.graphqlEndpoint || !mayConnect(request)) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (opened) => sockets.emit('connection', opened, request));
  };
  server.on('upgrade', onUpgrade);
  return async () => {
    server.off('upgrade', onUpgrade);
    await graphql.dispose();
  };
}

function tooMany(asked: number, limit: number): GraphQLError | null {
  if (asked <= limit) return null;
  const message = `At most ${limit} operations may be under way at once over one WebSocket. Wait for one to end.`;
  return limitExceeded({ code: 'SOCKET_LIMIT', message, limit, asked });
}

/** The path of a request, whatever else its target holds. */
export function pathOf({ url }: Pick<IncomingMessage, 'url'>): string {
  return (url ?? '/').split('?', 1)[0] ?? '/';
}

type Enveloped = Pick<ReturnType<Yoga['getEnveloped']>, 'execute' | 'subscribe'>;

/** A document that cannot be read is the fault of one operation, not of the whole connection. */
function parsed(parse: (source: string) => DocumentNode, source: string): DocumentNode | GraphQLError {
  try {
    return parse(source);
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
}

/** The functions `onSubscribe` put there, with every plugin of the HTTP side around them. */
function enveloped(args: ExecutionArgs): Enveloped {
  return args.rootValue as Enveloped;
}
