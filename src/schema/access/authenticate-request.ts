import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AuthenticationRefused, Authenticator } from '../authenticator.ts';
import { AuthenticationUnavailableError } from './jwt-authenticator.ts';
import type { Viewer } from './viewer.ts';

const BEARER = /^Bearer +(\S+)$/i;

/** Reads the token behind `Bearer` in a header. Returns null without a header, an empty text for another scheme. */
export function readBearerHeader(header: string | undefined): string | null {
  if (header === undefined) return null;
  return BEARER.exec(header.trim())?.[1] ?? '';
}

/** Reads the token from the first message of a WebSocket, because browsers cannot set a header there. */
export function readBearerParam(params: Readonly<Record<string, unknown>> | undefined): string | null {
  const entry = Object.entries(params ?? {}).find(([name]) => name.toLowerCase() === 'authorization');
  if (entry === undefined) return null;
  return typeof entry[1] === 'string' ? readBearerHeader(entry[1]) : '';
}

const TICKET = 'ticket';

/** Takes the ticket out of the address of a request, so that no log and no trace can hold it. Null when there is none. */
function takeTicket(request: IncomingMessage): string | null {
  const [path = '/', search] = (request.url ?? '/').split('?', 2);
  const parameters = new URLSearchParams(search);
  const ticket = parameters.get(TICKET);
  if (ticket === null) return null;
  parameters.delete(TICKET);
  request.url = parameters.size === 0 ? path : `${path}?${parameters}`;
  return ticket;
}

/** Checks whether a request opens a stream as EventSource does, which can send no credential. */
function isEventSource({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    headers.authorization === undefined &&
    /\btext\/event-stream\b/i.test(headers.accept ?? '')
  );
}

/**
 * Returns the viewer who sent an HTTP request; `unavailable` when the credential cannot be checked now. Tickets count
 * only for streams, and only where `acceptsTickets` says so.
 */
export async function authenticateRequest(
  request: IncomingMessage,
  signIn: Authenticator,
  acceptsTickets: boolean,
): Promise<Viewer | AuthenticationRefused | 'unavailable'> {
  const ticket = takeTicket(request);
  try {
    if (ticket !== null && acceptsTickets && isEventSource(request))
      return await signIn.viewerForTicket(ticket);
    return await signIn.viewerFor(readBearerHeader(request.headers.authorization));
  } catch (error) {
    if (error instanceof AuthenticationUnavailableError) return 'unavailable';
    throw error;
  }
}

/** Answers a request without a valid credential with 401. */
export function respondUnauthenticated(
  { headers }: IncomingMessage,
  response: ServerResponse,
  { refused }: AuthenticationRefused,
): void {
  const challenge = headers.authorization === undefined ? 'Bearer' : 'Bearer error="invalid_token"';
  refuse(response, 401, 'UNAUTHENTICATED', refused, { 'www-authenticate': challenge });
}

/** Answers 503 while the issuer of JWTs does not deliver its keys. */
export function respondAuthenticationUnavailable(response: ServerResponse): void {
  const message = 'It cannot be checked who you are just now. Try again in a moment.';
  refuse(response, 503, 'SIGN_IN_UNAVAILABLE', message, { 'retry-after': '5' });
}

function refuse(
  response: ServerResponse,
  status: number,
  code: string,
  message: string,
  headers: Record<string, string>,
): void {
  // The body was not read, so the next request on this connection could not be told from it.
  const own = { 'content-type': 'application/json; charset=utf-8', connection: 'close' };
  response.writeHead(status, { ...own, ...headers });
  response.end(JSON.stringify({ errors: [{ message, extensions: { code } }] }));
}
