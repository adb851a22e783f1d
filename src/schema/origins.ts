import type { IncomingMessage } from 'node:http';

type Asking = Pick<IncomingMessage, 'headers'>;

/** Whether a web page of this origin may use the server: `https://play.example`. */
export type AllowsOrigin = (origin: string) => boolean;

/**
 * Whether a browser may have sent this on behalf of its own page or of one that is allowed here. A web page elsewhere can make a
 * browser send requests; its Origin tells, and where a browser sends none (a link, an image, a script), Sec-Fetch-Site does.
 * What is no browser sends neither and passes: it acts for itself.
 */
export function isFromAllowedPage({ headers }: Asking, allowsOrigin: AllowsOrigin): boolean {
  const { origin, host } = headers;
  if (origin !== undefined) return allowsOrigin(origin) || isSameOrigin(origin, host);
  const isElsewhere = ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']));
  // A person who follows a link to GraphiQL goes there themselves.
  return !isElsewhere || headers['sec-fetch-mode'] === 'navigate';
}

function isSameOrigin(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host;
}

const LOCAL_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/**
 * Whether a request was meant for this machine: a web page elsewhere can point a name of its own at this address, and the
 * Host tells.
 */
export function isForThisMachine({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers.host !== undefined && LOCAL_HOST.test(headers.host);
}

/** Whether a page of this origin was served by this machine. */
export function isLocalOrigin(origin: string): boolean {
  return URL.canParse(origin) && LOCAL_HOST.test(new URL(origin).host);
}
