import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  authenticateRequest,
  respondAuthenticationUnavailable,
  respondUnauthenticated,
} from './access/authenticate-request.ts';
import { type Authenticator, isAuthenticationRefused, LOCAL_AUTHENTICATOR } from './authenticator.ts';
import { answerMetrics, METRICS_PATH, type MetricsPage } from './metrics-endpoint.ts';
import { isForThisMachine, isFromAllowedPage } from './origins.ts';
import { LOCAL_PROTECTION, type Protection } from './protection.ts';
import type { Readiness } from './readiness.ts';
import { applyConnectionTimeouts, type ListenAddress, listenOnAddress } from './transport/http-listener.ts';
import { parseRequestPath, serveWebSocket } from './transport/websocket.ts';
import type { ApiLog, Yoga } from './yoga.ts';

/** Why the body of a request is not even read, as an answer over HTTP. */
type RequestRefusal = {
  readonly status: number;
  readonly message: string;
  readonly extensions: { readonly code: string; readonly limit?: number; readonly asked?: number };
};

/** A body must say how long it is, and must be JSON: a form, which any web page can send, is not. */
function checkRequestHeaders({ method, headers }: IncomingMessage, mostBytes: number): RequestRefusal | null {
  if (method !== 'POST') return null;
  const length = headers['content-length'];
  if (length === undefined) {
    return refusal(411, 'A request must state its content-length.', { code: 'LENGTH_REQUIRED' });
  }
  const asked = Number(length);
  if (asked > mostBytes) {
    const excess = { code: 'BODY_LIMIT', limit: mostBytes, asked };
    return refusal(413, `A request may have at most ${mostBytes} bytes, and this one has ${asked}.`, excess);
  }
  const isJson = /^application\/([\w.-]+\+)?json\b/i.test(headers['content-type'] ?? '');
  if (isJson) return null;
  return refusal(415, 'A request must be sent as content-type: application/json.', {
    code: 'UNSUPPORTED_MEDIA_TYPE',
  });
}

function refusal(status: number, message: string, extensions: RequestRefusal['extensions']): RequestRefusal {
  return { status, message, extensions };
}

/** How long answers that are being written may take once the server closes. */
const LAST_WORDS_MILLISECONDS = 1_000;

type RunningServer = {
  /** Where it listens: `http://127.0.0.1:4000`. */
  readonly address: string;
  /** Takes no new connections and ends the open ones. */
  readonly close: () => Promise<void>;
};

/** Who is let in, and to what. */
type ServerAccess = {
  readonly protection: Protection;
  /** Without accounts the server acts for whoever sits at it, so only this machine may be meant. */
  readonly signIn: Authenticator;
  /** Null when the figures are served elsewhere or not at all. */
  readonly metrics: MetricsPage | null;
};

const LOCAL_DOORS: ServerAccess = {
  protection: LOCAL_PROTECTION,
  signIn: LOCAL_AUTHENTICATOR,
  metrics: null,
};

/** Listens for the API, for `/health` (alive) and for `/ready` (able to play). */
export async function listen(
  yoga: Yoga,
  readiness: Readiness,
  where: ListenAddress,
  log: Pick<ApiLog, 'error'>,
  doors: ServerAccess = LOCAL_DOORS,
): Promise<RunningServer> {
  const mayAsk = (request: IncomingMessage): boolean =>
    (!doors.signIn.isLocal || isForThisMachine(request)) &&
    isFromAllowedPage(request, doors.protection.allowsOrigin);
  const server = applyConnectionTimeouts(
    createServer((request, response) => {
      const answered = mayAsk(request)
        ? answer(yoga, readiness, doors, request, response)
        : Promise.resolve(send(response, 403, { error: 'Only this machine may ask.' }));
      answered.catch((error: unknown) => {
        log.error({ err: error }, 'a request could not be answered');
        if (response.headersSent) response.destroy();
        else send(response, 500, { errors: [{ message: 'Unexpected error.' }] });
      });
    }),
  );
  const closeWebSocket = serveWebSocket(server, yoga, mayAsk, doors);
  const address = await listenOnAddress(server, where);
  return {
    address,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      await closeWebSocket();
      server.closeIdleConnections();
      // Answers that are on their way get out; streams, which would go on for ever, are cut.
      await Promise.race([
        closed,
        new Promise((resolve) => setTimeout(resolve, LAST_WORDS_MILLISECONDS).unref()),
      ]);
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  yoga: Yoga,
  readiness: Readiness,
  { protection, signIn, metrics }: ServerAccess,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const pathname = parseRequestPath(request);
  if (pathname === '/health') return send(response, 200, { status: 'alive' });
  if (pathname === '/ready') {
    const report = await readiness();
    return send(response, report.ready ? 200 : 503, report);
  }
  if (pathname === '/') {
    response.writeHead(302, { location: yoga.graphqlEndpoint }).end();
    return;
  }
  if (pathname === METRICS_PATH && metrics !== null) return answerMetrics(metrics, response);
  const refusal = checkRequestHeaders(request, protection.limits.bodyBytes);
  if (refusal !== null) {
    // The body was not read, so nothing after it on this connection could be told from it.
    response.setHeader('connection', 'close');
    const { status, ...error } = refusal;
    return send(response, status, { errors: [error] });
  }
  // Before a page may send its credential, its browser asks whether it may, without one.
  if (request.method === 'OPTIONS') return void (await yoga(request, response));
  const viewer = await authenticateRequest(request, signIn);
  if (viewer === 'unavailable') return respondAuthenticationUnavailable(response);
  if (isAuthenticationRefused(viewer)) return respondUnauthenticated(request, response, viewer);
  await yoga(request, response, { viewer });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}
