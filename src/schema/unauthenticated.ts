import type { IncomingMessage, ServerResponse } from 'node:http';
import { bearerIn } from './access/bearer.ts';
import type { Viewer } from './access/viewer.ts';
import type { SignIn, SignInRefused } from './sign-in.ts';

/** Who sent a request over HTTP. */
export function viewerOf({ headers }: IncomingMessage, signIn: SignIn): Promise<Viewer | SignInRefused> {
  return signIn.viewerFor(bearerIn(headers.authorization));
}

/** The answer to somebody who did not say who they are, or not so that it is believed. */
export function unauthenticated(
  { headers }: IncomingMessage,
  response: ServerResponse,
  { refused }: SignInRefused,
): void {
  const challenge = headers.authorization === undefined ? 'Bearer' : 'Bearer error="invalid_token"';
  response.writeHead(401, {
    'content-type': 'application/json; charset=utf-8',
    'www-authenticate': challenge,
    // The body was not read, so nothing after it on this connection could be told from it.
    connection: 'close',
  });
  response.end(JSON.stringify({ errors: [{ message: refused, extensions: { code: 'UNAUTHENTICATED' } }] }));
}
