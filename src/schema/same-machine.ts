import type { IncomingMessage } from 'node:http';

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
