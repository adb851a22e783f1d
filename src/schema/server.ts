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
import type { StudioPages } from './studio-pages.ts';
import { applyConnectionTimeouts, type ListenAddress, listenOnAddress } from './transport/http-listener.ts';
import { parseRequestPath, serveWebSocket } from './transport/websocket.ts';
import type { ApiLog, Yoga } from './yoga.ts';

/** Refusal of a request before its body is read, as an HTTP answer. */
type RequestRefusal = {
  readonly status: number;
  readonly message: string;
  readonly extensions: { readonly code: string; readonly limit?: number; readonly asked?: number };
};

/** Checks the headers of a request. A body must declare its length and be JSON: any web page can send a form. */
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

/** Time limit for unfinished answers once the server closes. */
const LAST_WORDS_MILLISECONDS = 1_000;

type RunningServer = {
  /** Address of the server: `http://127.0.0.1:4000`. */
  readonly address: string;
  /** Refuses new connections and ends the open ones. */
  readonly close: () => Promise<void>;
};

/** Authentication and protection of the server, and its metrics. */
type ServerAccess = {
  readonly protection: Protection;
  /** Authenticator. Without accounts the server acts for the person at the machine, so only requests to this machine pass. */
  readonly signIn: Authenticator;
  /** Metrics page; null when metrics are served elsewhere or not at all. */
  readonly metrics: MetricsPage | null;
  /** Pages of the studio; null sends visitors of `/` to GraphiQL. */
  readonly studio: StudioPages | null;
};

const LOCAL_DOORS: ServerAccess = {
  protection: LOCAL_PROTECTION,
  signIn: LOCAL_AUTHENTICATOR,
  metrics: null,
  studio: null,
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
      // Unfinished answers may complete; streams, which would never end, are cut.
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
  { protection, signIn, metrics, studio }: ServerAccess,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const pathname = parseRequestPath(request);
  if (pathname === '/health') return send(response, 200, { status: 'alive' });
  if (pathname === '/ready') {
    const report = await readiness();
    return send(response, report.ready ? 200 : 503, report);
  }
  // The files of the studio hold no data; what the page shows is asked for with a credential.
  if (studio?.(pathname, request, response)) return;
  if (pathname === '/') {
    response.writeHead(302, { location: yoga.graphqlEndpoint }).end();
    return;
  }
  if (pathname === METRICS_PATH && metrics !== null) return answerMetrics(metrics, response);
  const refusal = checkRequestHeaders(request, protection.limits.bodyBytes);
  if (refusal !== null) {
    // The body was not read, so the next request on this connection could not be told from it.
    response.setHeader('connection', 'close');
    const { status, ...error } = refusal;
    return send(response, status, { errors: [error] });
  }
  // A browser sends this preflight without a credential, before its page may send one.
  if (request.method === 'OPTIONS') return void (await yoga(request, response));
  const viewer = await authenticateRequest(request, signIn);
  if (viewer === 'unavailable') return respondAuthenticationUnavailable(response);
  if (isAuthenticationRefused(viewer)) return respondUnauthenticated(request, response, viewer);
  await yoga(request, response, { viewer });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}
