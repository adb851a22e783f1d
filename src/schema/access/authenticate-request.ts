import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AuthenticationRefused, Authenticator } from '../authenticator.ts';
import { AuthenticationUnavailableError } from './jwt-authenticator.ts';
import type { Viewer } from './viewer.ts';

const BEARER = /^Bearer +(\S+)$/i;

/** What stands behind `Bearer` in a header; null when there is no header, an empty text when it is something else. */
export function readBearerHeader(header: string | undefined): string | null {
  if (header === undefined) return null;
  return BEARER.exec(header.trim())?.[1] ?? '';
}

/** The same from the payload of a WebSocket's first message, which browsers cannot give a header. */
export function readBearerParam(params: Readonly<Record<string, unknown>> | undefined): string | null {
  const entry = Object.entries(params ?? {}).find(([name]) => name.toLowerCase() === 'authorization');
  if (entry === undefined) return null;
  return typeof entry[1] === 'string' ? readBearerHeader(entry[1]) : '';
}

/** Who sent a request over HTTP; `unavailable` when that cannot be found out just now. */
export async function authenticateRequest(
  { headers }: IncomingMessage,
  signIn: Authenticator,
): Promise<Viewer | AuthenticationRefused | 'unavailable'> {
  try {
    return await signIn.viewerFor(readBearerHeader(headers.authorization));
  } catch (error) {
    if (error instanceof AuthenticationUnavailableError) return 'unavailable';
    throw error;
  }
}

/** The answer to somebody who did not say who they are, or not so that it is believed. */
export function respondUnauthenticated(
  { headers }: IncomingMessage,
  response: ServerResponse,
  { refused }: AuthenticationRefused,
): void {
  const challenge = headers.authorization === undefined ? 'Bearer' : 'Bearer error="invalid_token"';
  refuse(response, 401, 'UNAUTHENTICATED', refused, { 'www-authenticate': challenge });
}

/** The answer while the issuer of JWTs does not give its keys. */
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
  // The body was not read, so nothing after it on this connection could be told from it.
  const own = { 'content-type': 'application/json; charset=utf-8', connection: 'close' };
  response.writeHead(status, { ...own, ...headers });
  response.end(JSON.stringify({ errors: [{ message, extensions: { code } }] }));
}
