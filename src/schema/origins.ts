import type { IncomingMessage } from 'node:http';

type Asking = Pick<IncomingMessage, 'headers'>;

/** Checks whether a web page of this origin may use the server: `https://play.example`. */
export type AllowsOrigin = (origin: string) => boolean;

/**
 * Checks whether a request comes from an allowed page or from no browser. A foreign web page can make a browser send requests;
 * Origin reveals that. Where a browser sends no Origin (a link, an image, a script), Sec-Fetch-Site does. Programs that are no
 * browsers send neither and pass.
 */
export function isFromAllowedPage({ headers }: Asking, allowsOrigin: AllowsOrigin): boolean {
  const { origin, host } = headers;
  if (origin !== undefined) return allowsOrigin(origin) || isSameOrigin(origin, host);
  const isElsewhere = ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']));
  // A person who follows a link to GraphiQL navigates there on their own account.
  return !isElsewhere || headers['sec-fetch-mode'] === 'navigate';
}

function isSameOrigin(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host;
}

const LOCAL_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/**
 * Checks by the Host header whether a request was meant for this machine. A foreign web page can point its own name at this
 * address.
 */
export function isForThisMachine({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers.host !== undefined && LOCAL_HOST.test(headers.host);
}

/** Checks whether a page of this origin was served by this machine. */
export function isLocalOrigin(origin: string): boolean {
  return URL.canParse(origin) && LOCAL_HOST.test(new URL(origin).host);
}
