import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { bind, type Place } from './bind.ts';
import { isFromAllowedPage } from './may-ask.ts';
import { answerMetrics, METRICS_PATH, type MetricsPage } from './metrics-door.ts';
import { withPatience } from './patience.ts';
import { LOCAL_PROTECTION, type Protection } from './protection.ts';
import type { Readiness } from './readiness.ts';
import { refusalOf } from './request-refusal.ts';
import { isForThisMachine } from './same-machine.ts';
import { isRefused, localSignIn, type SignIn } from './sign-in.ts';
import { cannotTell, unauthenticated, viewerOf } from './unauthenticated.ts';
import { pathOf, serveWebSocket } from './websocket.ts';
import type { ApiLog, Yoga } from './yoga.ts';

/** How long answers that are being written may take once the server closes. */
const LAST_WORDS_MILLISECONDS = 1_000;

export type RunningServer = {
  /** Where it listens: `http://127.0.0.1:4000`. */
  readonly address: string;
  /** Takes no new connections and ends the open ones. */
  readonly close: () => Promise<void>;
};

/** Who is let in, and to what. */
export type Doors = {
  readonly protection: Protection;
  /** Without accounts the server acts for whoever sits at it, so only this machine may be meant. */
  readonly signIn: SignIn;
  /** Null when the figures are served elsewhere or not at all. */
  readonly metrics: MetricsPage | null;
};

const LOCAL_DOORS: Doors = { protection: LOCAL_PROTECTION, signIn: localSignIn, metrics: null };

/** Listens for the API, for `/health` (alive) and for `/ready` (able to play). */
export async function listen(
  yoga: Yoga,
  readiness: Readiness,
  where: Place,
  log: Pick<ApiLog, 'error'>,
  doors: Doors = LOCAL_DOORS,
): Promise<RunningServer> {
  const mayAsk = (request: IncomingMessage): boolean =>
    (!doors.signIn.isLocal || isForThisMachine(request)) &&
    isFromAllowedPage(request, doors.protection.allowsOrigin);
  const server = withPatience(
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
  const address = await bind(server, where);
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
  { protection, signIn, metrics }: Doors,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const pathname = pathOf(request);
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
  const refusal = refusalOf(request, protection.limits.bodyBytes);
  if (refusal !== null) {
    // The body was not read, so nothing after it on this connection could be told from it.
    response.setHeader('connection', 'close');
    const { status, ...error } = refusal;
    return send(response, status, { errors: [error] });
  }
  // Before a page may send its credential, its browser asks whether it may, without one.
  if (request.method === 'OPTIONS') return void (await yoga(request, response));
  const viewer = await viewerOf(request, signIn);
  if (viewer === 'unavailable') return cannotTell(response);
  if (isRefused(viewer)) return unauthenticated(request, response, viewer);
  await yoga(request, response, { viewer });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}
