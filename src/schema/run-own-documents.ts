import type { Viewer } from './access/viewer.ts';
import { findApiPart } from './endpoints.ts';
import type { Yoga } from './yoga.ts';

/** Base of the addresses of requests that never leave the process. */
export const OWN_ORIGIN = 'http://scenewright.invalid';

/**
 * Creates a function like `fetch` that sends requests of the server's own endpoints to the API, as a viewer. Rights and limits are
 * those of a request from outside; only the documents need not be trusted ones.
 */
export function createOwnRequests(yoga: Yoga, viewer: Viewer) {
  return async (address: string, request: RequestInit): Promise<Response> => {
    const part = findApiPart(new URL(address).pathname) ?? 'game';
    return yoga.fetch(address, request, { viewer, part, isOwnDocument: true });
  };
}
