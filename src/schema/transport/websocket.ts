import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type DocumentNode, type ExecutionArgs, GraphQLError } from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { SocketViewers } from '../access/socket-viewers.ts';
import type { Authenticator } from '../authenticator.ts';
import { createLimitExceededError } from '../errors.ts';
import type { Protection } from '../protection.ts';
import type { Yoga } from '../yoga.ts';
import { pauseReadingWhileBlocked, pumpToWebSocket } from './pump-to-websocket.ts';
import { findLiveStream } from './use-live-streams.ts';

/** Live streams write frames of their own, which do not go together with compression. */
const PLAIN = { noServer: true, perMessageDeflate: false };
const UNAUTHENTICATED = { extensions: { code: 'UNAUTHENTICATED' } };

/** A viewer may have a socket for each of their streams, and so many more. */
const SOCKETS_THAT_ONLY_ASK = 20;

/** The connections open sockets go over. */
const wires = new WeakMap<WebSocket, Duplex>();

/** The same API over WebSocket, by the graphql-ws protocol, on the same path. */
export function serveWebSocket(
  server: Server,
  yoga: Yoga,
  mayConnect: (request: IncomingMessage) => boolean,
  {
    signIn,
    protection: { limits, documents },
  }: { readonly signIn: Authenticator; readonly protection: Protection },
): () => Promise<void> {
  const socketViewers = new SocketViewers(signIn, limits.subscriptionsPerViewer + SOCKETS_THAT_ONLY_ASK);
  const sockets = new WebSocketServer({ ...PLAIN, maxPayload: limits.frameBytes });
  const graphql = useServer(
    {
      // What went wrong inside is for the log, not for the reason a socket is closed with.
      isProd: true,
      onConnect: (context) => socketViewers.admit(context),
      onClose: (context) => socketViewers.release(context),
      execute: (args) => enveloped(args).execute(args),
      subscribe: (args) => enveloped(args).subscribe(args),
      onOperation: ({ extra }, id, _params, { contextValue }, result) => {
        const stream = findLiveStream(contextValue);
        const wire = wires.get(extra.socket);
        if (stream !== null && wire !== undefined)
          return pumpToWebSocket(stream, result, { socket: extra.socket, wire }, id);
      },
      onSubscribe: async (context, _id, params) => {
        const flood = tooMany(Object.keys(context.subscriptions).length, limits.operationsPerSocket);
        if (flood !== null) return [flood];
        const text = documents.textFor(params);
        if (text instanceof GraphQLError) return [text];
        const viewer = await socketViewers.current(context);
        if (viewer === null) return [new GraphQLError('Your credential is no longer good.', UNAUTHENTICATED)];
        const { schema, execute, subscribe, contextFactory, parse, validate } = yoga.getEnveloped({
          req: context.extra.request,
          params,
          viewer,
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
        return errors.length > 0 ? errors.map(withoutStatus) : args;
      },
    },
    sockets,
  );

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // A client that resets the connection while it is being turned away is no reason to fall over.
    socket.on('error', () => socket.destroy());
    if (parseRequestPath(request) !== yoga.graphqlEndpoint || !mayConnect(request)) {
      turnAway(socket);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (opened) => welcome(sockets, opened, request, socket));
  };
  server.on('upgrade', onUpgrade);
  return async () => {
    server.off('upgrade', onUpgrade);
    socketViewers.stop();
    await graphql.dispose();
  };
}

function welcome(sockets: WebSocketServer, opened: WebSocket, request: IncomingMessage, wire: Duplex): void {
  wires.set(opened, wire);
  pauseReadingWhileBlocked({ socket: opened, wire });
  sockets.emit('connection', opened, request);
  // A client that breaks the protocol is closed by the socket itself; printing each one would let it flood the log.
  opened.removeAllListeners('error').on('error', () => {});
}

function turnAway(socket: Duplex): void {
  socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
}

function tooMany(asked: number, limit: number): GraphQLError | null {
  if (asked <= limit) return null;
  const message = `At most ${limit} operations may be under way at once over one WebSocket. Wait for one to end.`;
  return createLimitExceededError({ code: 'SOCKET_LIMIT', message, limit, asked });
}

/** A status over HTTP means nothing here. */
function withoutStatus(error: GraphQLError): GraphQLError {
  const { http: _status, ...extensions } = error.extensions;
  return new GraphQLError(error.message, { nodes: error.nodes ?? null, extensions });
}

/** The path of a request, whatever else its target holds. */
export function parseRequestPath({ url }: Pick<IncomingMessage, 'url'>): string {
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
