import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Readiness } from './readiness.ts';
import { isFromThisMachine } from './same-machine.ts';
import { pathOf, serveWebSocket } from './websocket.ts';
import type { ApiLog, Yoga } from './yoga.ts';

/** Larger than any input the schema takes. */
const MOST_BYTES = 256 * 1024;
/** How long answers that are being written may take once the server closes. */
const LAST_WORDS_MILLISECONDS = 1_000;

export type RunningServer = {
  /** Where it listens: `http://127.0.0.1:4000`. */
  readonly address: string;
  /** Takes no new connections and ends the open ones. */
  readonly close: () => Promise<void>;
};

/** Listens for the API, for `/health` (alive) and for `/ready` (able to play). */
export async function listen(
  yoga: Yoga,
  readiness: Readiness,
  where: { readonly host: string; readonly port: number },
  log: Pick<ApiLog, 'error'>,
): Promise<RunningServer> {
  const server = createServer((request, response) => {
    answer(yoga, readiness, request, response).catch((error: unknown) => {
      log.error({ err: error }, 'a request could not be answered');
      if (response.headersSent) response.destroy();
      else send(response, 500, { errors: [{ message: 'Unexpected error.' }] });
    });
  });
  const closeWebSocket = serveWebSocket(server, yoga, isFromThisMachine);
  await bind(server, where);
  return {
    address: addressOf(server),
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
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isFromThisMachine(request)) return send(response, 403, { error: 'Only this machine may ask.' });
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
  const refusal = refusalOf(request);
  if (refusal !== null) {
    // The body was not read, so nothing after it on this connection could be told from it.
    response.setHeader('connection', 'close');
    return send(response, refusal.status, { errors: [{ message: refusal.message }] });
  }
  await yoga(request, response);
}

type Refusal = { readonly status: number; readonly message: string };

/** A body must say how long it is, and must be JSON: a form, which any web page can send, is not. */
function refusalOf({ method, headers }: IncomingMessage): Refusal | null {
  if (method !== 'POST') return null;
  const length = headers['content-length'];
  if (length === undefined) return { status: 411, message: 'A request must state its content-length.' };
  if (Number(length) > MOST_BYTES) {
    return { status: 413, message: `A request may have at most ${MOST_BYTES} bytes.` };
  }
  const isJson = /^application\/([\w.-]+\+)?json\b/i.test(headers['content-type'] ?? '');
  return isJson
    ? null
    : { status: 415, message: 'A request must be sent as content-type: application/json.' };
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}

function bind(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function addressOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}
