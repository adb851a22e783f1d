import type { IncomingMessage, ServerResponse } from 'node:http';
import { bearerIn } from './access/bearer.ts';
import { SignInUnavailableError } from './access/jwt-sign-in.ts';
import type { Viewer } from './access/viewer.ts';
import type { SignIn, SignInRefused } from './sign-in.ts';

/** Who sent a request over HTTP; `unavailable` when that cannot be found out just now. */
export async function viewerOf(
  { headers }: IncomingMessage,
  signIn: SignIn,
): Promise<Viewer | SignInRefused | 'unavailable'> {
  try {
    return await signIn.viewerFor(bearerIn(headers.authorization));
  } catch (error) {
    if (error instanceof SignInUnavailableError) return 'unavailable';
    throw error;
  }
}

/** The answer to somebody who did not say who they are, or not so that it is believed. */
export function unauthenticated(
  { headers }: IncomingMessage,
  response: ServerResponse,
  { refused }: SignInRefused,
): void {
  const challenge = headers.authorization === undefined ? 'Bearer' : 'Bearer error="invalid_token"';
  refuse(response, 401, 'UNAUTHENTICATED', refused, { 'www-authenticate': challenge });
}

/** The answer while the issuer of JWTs does not give its keys. */
export function cannotTell(response: ServerResponse): void {
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
