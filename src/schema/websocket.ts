import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ExecutionArgs } from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';
import type { Yoga } from './yoga.ts';

/** Larger than any operation we take; the default of the library is 100 MiB. */
const MOST_BYTES = 256 * 1024;

/** The same API over WebSocket, by the graphql-ws protocol, on the same path. */
export function serveWebSocket(
  server: Server,
  yoga: Yoga,
  mayConnect: (request: IncomingMessage) => boolean,
): () => Promise<void> {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MOST_BYTES });
  const graphql = useServer(
    {
      execute: (args) => enveloped(args).execute(args),
      subscribe: (args) => enveloped(args).subscribe(args),
      onSubscribe: async (context, _id, params) => {
        const { schema, execute, subscribe, contextFactory, parse, validate } = yoga.getEnveloped({
          req: context.extra.request,
          params,
        });
        const args = {
          schema,
          operationName: params.operationName,
          document: parse(params.query),
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
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname !== yoga.graphqlEndpoint || !mayConnect(request)) {
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

type Enveloped = Pick<ReturnType<Yoga['getEnveloped']>, 'execute' | 'subscribe'>;

/** The functions `onSubscribe` put there, with every plugin of the HTTP side around them. */
function enveloped(args: ExecutionArgs): Enveloped {
  return args.rootValue as Enveloped;
}
