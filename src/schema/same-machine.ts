import type { IncomingMessage } from 'node:http';

const LOCAL_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/**
 * Whether a request was meant for this machine by someone on it. A web page elsewhere can make a browser send
 * requests here (its Origin tells) or point a name of its own at this address (the Host tells).
 */
export function isFromThisMachine({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  if (headers.host === undefined || !LOCAL_HOST.test(headers.host)) return false;
  if (headers.origin === undefined) return true;
  return URL.canParse(headers.origin) && LOCAL_HOST.test(new URL(headers.origin).host);
}
