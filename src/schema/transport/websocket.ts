import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type DocumentNode, type ExecutionArgs, GraphQLError } from 'graphql';
import type { Context as SocketContext } from 'graphql-ws';
import { type Extra, useServer } from 'graphql-ws/use/ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { readBearerHeader, readBearerParam } from '../access/authenticate-request.ts';
import type { Viewer } from '../access/viewer.ts';
import { type Authenticator, isAuthenticationRefused } from '../authenticator.ts';
import { findApiPart } from '../endpoints.ts';
import { createLimitExceededError } from '../errors.ts';
import type { Protection } from '../protection.ts';
import type { Yoga } from '../yoga.ts';
import { pauseReadingWhileBlocked, pumpToWebSocket } from './pump-to-websocket.ts';
import { findLiveStream } from './use-live-streams.ts';

type Socket = SocketContext<Record<string, unknown> | undefined, Extra>;

/** Interval at which the credentials of open WebSockets are checked again. */
const ASK_AGAIN_MILLISECONDS = 5_000;
const FORBIDDEN = 4403;
const TOO_MANY = 4429;

/** Viewers of the open WebSockets. Checks their credentials again for as long as a socket is open. */
class SocketViewers {
  readonly #signIn: Authenticator;
  readonly #socketsPerViewer: number;
  readonly #credentials = new Map<Extra['socket'], string | null>();
  readonly #holders = new Map<Extra['socket'], string>();
  readonly #held = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;

  constructor(
    signIn: Authenticator,
    socketsPerViewer: number,
    askAgainMilliseconds: number = ASK_AGAIN_MILLISECONDS,
  ) {
    this.#signIn = signIn;
    this.#socketsPerViewer = socketsPerViewer;
    this.#timer = setInterval(() => void this.#askAgain(), askAgainMilliseconds).unref();
  }

  /** Admits a socket to the API. When the result is false, graphql-ws closes the socket with 4403. */
  async admit({ connectionParams, extra }: Socket): Promise<boolean> {
    const credential =
      readBearerParam(connectionParams) ?? readBearerHeader(extra.request.headers.authorization);
    const viewer = await this.#viewerFor(credential);
    // A socket that closed during the lookup would never be released.
    if (viewer === null || extra.socket.readyState !== extra.socket.OPEN) return false;
    const held = this.#held.get(viewer.id) ?? 0;
    if (held >= this.#socketsPerViewer) {
      extra.socket.close(TOO_MANY, `At most ${this.#socketsPerViewer} WebSockets at once`);
      return false;
    }
    this.#held.set(viewer.id, held + 1);
    this.#holders.set(extra.socket, viewer.id);
    this.#credentials.set(extra.socket, credential);
    return true;
  }

  /** Returns the current viewer of a socket; null when the credential is no longer valid. */
  current({ extra }: Socket): Promise<Viewer | null> {
    const credential = this.#credentials.get(extra.socket);
    return credential === undefined ? Promise.resolve(null) : this.#viewerFor(credential);
  }

  release({ extra }: Socket): void {
    this.#credentials.delete(extra.socket);
    const viewerId = this.#holders.get(extra.socket);
    if (viewerId === undefined) return;
    this.#holders.delete(extra.socket);
    const held = (this.#held.get(viewerId) ?? 1) - 1;
    if (held === 0) this.#held.delete(viewerId);
    else this.#held.set(viewerId, held);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #viewerFor(credential: string | null): Promise<Viewer | null> {
    const viewer = await this.#signIn.viewerFor(credential);
    return isAuthenticationRefused(viewer) ? null : viewer;
  }

  async #askAgain(): Promise<void> {
    if (this.#signIn.isLocal) return;
    for (const [socket, credential] of this.#credentials) {
      // The credential cannot be checked just now; that is no reason to close the socket.
      const viewer = await this.#viewerFor(credential).catch(() => undefined);
      if (viewer === null) socket.close(FORBIDDEN, 'Forbidden');
    }
  }
}

/** Options without compression, because live streams write frames of their own. */
const PLAIN = { noServer: true, perMessageDeflate: false };
const UNAUTHENTICATED = { extensions: { code: 'UNAUTHENTICATED' } };

/** Number of sockets a viewer may open in addition to one for each stream. */
const SOCKETS_THAT_ONLY_ASK = 20;

/** Connections of open sockets. */
const wires = new WeakMap<WebSocket, Duplex>();

/** Serves the API over WebSocket on the same paths, by the graphql-ws protocol. */
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
      // Internal errors go to the log, not into the close reason of a socket.
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
          part: findApiPart(parseRequestPath(context.extra.request)) ?? 'game',
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
    // A client that resets the connection during its refusal must not crash the server.
    socket.on('error', () => socket.destroy());
    if (findApiPart(parseRequestPath(request)) === null || !mayConnect(request)) {
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
  // The socket itself closes a client that breaks the protocol; logging each one would flood the log.
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

/** Removes the HTTP status of an error, which has no meaning over WebSocket. */
function withoutStatus(error: GraphQLError): GraphQLError {
  const { http: _status, ...extensions } = error.extensions;
  return new GraphQLError(error.message, { nodes: error.nodes ?? null, extensions });
}

/** Returns the path of a request without its query. */
export function parseRequestPath({ url }: Pick<IncomingMessage, 'url'>): string {
  return (url ?? '/').split('?', 1)[0] ?? '/';
}

type Enveloped = Pick<ReturnType<Yoga['getEnveloped']>, 'execute' | 'subscribe'>;

/** Parses a document. A syntax error is returned, because it concerns one operation, not the whole connection. */
function parsed(parse: (source: string) => DocumentNode, source: string): DocumentNode | GraphQLError {
  try {
    return parse(source);
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
}

/** Returns the functions set by `onSubscribe`, wrapped in every plugin of the HTTP side. */
function enveloped(args: ExecutionArgs): Enveloped {
  return args.rootValue as Enveloped;
}
