import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createLazy } from '#engine/util/memoize.ts';
import {
  authenticateRequest,
  respondAuthenticationUnavailable,
  respondUnauthenticated,
} from './access/authenticate-request.ts';
import type { Viewer } from './access/viewer.ts';
import { type Authenticator, isAuthenticationRefused, LOCAL_AUTHENTICATOR } from './authenticator.ts';
import { API_PARTS, ENDPOINTS, findApiPart } from './endpoints.ts';
import { createGraphiqlPages, type GraphiqlPages } from './graphiql/graphiql-pages.ts';
import type { ImageFiles } from './image-files.ts';
import { answerMetrics, METRICS_PATH, type MetricsPage } from './metrics-endpoint.ts';
import { isForThisMachine, isFromAllowedPage } from './origins.ts';
import { printSchemaText } from './print-schema.ts';
import { LOCAL_PROTECTION, type Protection } from './protection.ts';
import type { Readiness } from './readiness.ts';
import type { StudioPages } from './studio-pages.ts';
import { answerCampaignFile, isCampaignFilePath, MOST_FILE_BYTES } from './transport/campaign-file-routes.ts';
import { applyConnectionTimeouts, type ListenAddress, listenOnAddress } from './transport/http-listener.ts';
import { createStaticFile, type StaticFile } from './transport/static-file.ts';
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

/** Checks the headers of an uploaded file. Its content type is one that no form can send. */
function checkUploadHeaders({ method, headers }: IncomingMessage): RequestRefusal | null {
  if (method !== 'POST') return null;
  const { 'content-length': length, 'content-type': type = '' } = headers;
  if (length === undefined) {
    return refusal(411, 'A request must state its content-length.', { code: 'LENGTH_REQUIRED' });
  }
  const asked = Number(length);
  if (asked > MOST_FILE_BYTES) {
    const message = `A file has at most ${MOST_FILE_BYTES / 1024 / 1024} MiB here. Longer ones are imported at the terminal: scenewright import.`;
    return refusal(413, message, { code: 'BODY_LIMIT', limit: MOST_FILE_BYTES, asked });
  }
  if (/^application\/octet-stream\b/i.test(type)) return null;
  return refusal(415, 'A file must be sent as content-type: application/octet-stream.', {
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

/**
 * Endpoint beside the GraphQL API, of another protocol. The server checks headers and credentials; refusals too are told in that
 * protocol's form.
 */
export type ApiRoute = {
  readonly owns: (pathname: string) => boolean;
  /** Maximum bytes of a request body. */
  readonly bodyBytes: number;
  readonly answer: (
    viewer: Viewer,
    pathname: string,
    request: IncomingMessage,
    response: ServerResponse,
  ) => Promise<void>;
  /** Answers a request that goes no further, with its HTTP status. */
  readonly refuse: (response: ServerResponse, status: number, code: string, message: string) => void;
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
  /** Images of packs and campaigns; null serves none. */
  readonly images: ImageFiles | null;
  /** Endpoints of other protocols. */
  readonly routes: readonly ApiRoute[];
};

const LOCAL_DOORS: ServerAccess = {
  protection: LOCAL_PROTECTION,
  signIn: LOCAL_AUTHENTICATOR,
  metrics: null,
  studio: null,
  images: null,
  routes: [],
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
  const graphiql = createGraphiqlPages(!doors.signIn.isLocal);
  const server = applyConnectionTimeouts(
    createServer((request, response) => {
      const answered = mayAsk(request)
        ? answer(yoga, readiness, { ...doors, graphiql }, request, response)
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

type Pages = ServerAccess & { readonly graphiql: GraphiqlPages };

/** Answers requests that need no credential. Returns false for every other request. */
async function answerPublic(
  readiness: Readiness,
  { metrics, studio, images, graphiql }: Pages,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const pathname = parseRequestPath(request);
  if (pathname === '/health') send(response, 200, { status: 'alive' });
  else if (pathname === '/ready') {
    const report = await readiness();
    send(response, report.ready ? 200 : 503, report);
  } else if (pathname === METRICS_PATH && metrics !== null) await answerMetrics(metrics, response);
  else {
    // Pages hold nothing of any viewer; what they show is asked for with a credential.
    if (await images?.(pathname, request, response)) return true;
    return studio?.(pathname, request, response) || graphiql(pathname, request, response);
  }
  return true;
}

async function answer(
  yoga: Yoga,
  readiness: Readiness,
  pages: Pages,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (await answerPublic(readiness, pages, request, response)) return;
  const { protection, signIn } = pages;
  const pathname = parseRequestPath(request);
  if (pathname === '/') {
    response.writeHead(302, { location: ENDPOINTS.game.api }).end();
    return;
  }
  const route = pages.routes.find(({ owns }) => owns(pathname));
  if (route !== undefined) return answerRoute(route, pathname, pages, request, response);
  const isFile = isCampaignFilePath(pathname);
  const refusal = isFile
    ? checkUploadHeaders(request)
    : checkRequestHeaders(request, protection.limits.bodyBytes);
  if (refusal !== null) {
    // The body was not read, so the next request on this connection could not be told from it.
    response.setHeader('connection', 'close');
    const { status, ...error } = refusal;
    return send(response, status, { errors: [error] });
  }
  // A browser sends this preflight without a credential, before its page may send one.
  if (request.method === 'OPTIONS') return void (await yoga(request, response));
  const viewer = await authenticateRequest(request, signIn, findApiPart(pathname) !== null);
  if (viewer === 'unavailable') return respondAuthenticationUnavailable(response);
  if (isAuthenticationRefused(viewer)) return respondUnauthenticated(request, response, viewer);
  const schemaFile = SCHEMA_FILES.get(pathname);
  if (schemaFile !== undefined) return answerSchema(schemaFile, request, response, protection);
  if (isFile) {
    allowReading(request, response, protection);
    return answerCampaignFile(yoga, viewer, request, response);
  }
  await yoga(request, response, { viewer, part: findApiPart(pathname) ?? 'game' });
}

/** Answers a request to an endpoint of another protocol. */
async function answerRoute(
  route: ApiRoute,
  pathname: string,
  { protection, signIn }: Pages,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  allowReading(request, response, protection);
  if (request.method === 'OPTIONS') return answerPreflight(response);
  const refusal = checkRequestHeaders(request, route.bodyBytes);
  if (refusal !== null) {
    // The body was not read, so the next request on this connection could not be told from it.
    response.setHeader('connection', 'close');
    return route.refuse(response, refusal.status, refusal.extensions.code.toLowerCase(), refusal.message);
  }
  const viewer = await authenticateRequest(request, signIn, false);
  if (viewer === 'unavailable') {
    const message = 'It cannot be checked who you are just now. Try again in a moment.';
    return route.refuse(response, 503, 'sign_in_unavailable', message);
  }
  if (isAuthenticationRefused(viewer)) {
    response.setHeader('www-authenticate', 'Bearer').setHeader('connection', 'close');
    return route.refuse(response, 401, 'invalid_api_key', viewer.refused);
  }
  return route.answer(viewer, pathname, request, response);
}

/** Tells a browser which requests its page may send. `allowReading` has named the page. */
function answerPreflight(response: ServerResponse): void {
  response.setHeader('access-control-allow-methods', 'GET, POST, PUT, DELETE, OPTIONS');
  response.setHeader('access-control-allow-headers', '*, authorization').writeHead(204).end();
}

/** Lets a page of an allowed origin read the answer. Yoga does the same for its own answers. */
function allowReading(
  { headers }: IncomingMessage,
  response: ServerResponse,
  { allowsOrigin }: Protection,
): void {
  if (headers.origin === undefined || !allowsOrigin(headers.origin)) return;
  response.setHeader('access-control-allow-origin', headers.origin).setHeader('vary', 'origin');
}

/** Schemas in GraphQL's own language, by their addresses. */
const SCHEMA_FILES: ReadonlyMap<string, () => StaticFile> = new Map(
  API_PARTS.map((part) => [
    ENDPOINTS[part].schema,
    createLazy(() => createStaticFile('text/plain; charset=utf-8', printSchemaText(part))),
  ]),
);

/** Answers with a schema as text, under the rule for introspection. */
async function answerSchema(
  openFile: () => StaticFile,
  request: IncomingMessage,
  response: ServerResponse,
  protection: Protection,
): Promise<void> {
  allowReading(request, response, protection);
  if (protection.introspection === 'everyone') return openFile().send(request, response);
  send(response, 403, {
    errors: [{ message: 'The schema is not told here.', extensions: { code: 'FORBIDDEN' } }],
  });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}
