import type { ModelRequest } from '../provider.ts';
import { createProviderError } from './provider-errors.ts';

/** Most bytes one line of a reply may have. The SDKs hold a line in memory until it ends. */
const MOST_LINE_BYTES = 1024 * 1024;

/** A day: the SDKs' own timeouts never end a call before the inactivity limits do. */
export const NO_TIMEOUT = 24 * 60 * 60 * 1000;

const LINE_FEED = 10;

/**
 * Returns a `fetch` for one call that reports every piece of the answer's body as a sign of life. The SDKs show neither pings nor
 * comments of an event stream, so activity is seen below them. A line longer than 1 MiB ends the call.
 */
export function createWatchedFetch(
  providerId: string,
  onActivity: ModelRequest['onActivity'],
): (input: string | URL | Request, init?: RequestInit) => Promise<Response> {
  return async (input, init) => {
    const response = await fetch(input, init);
    onActivity?.();
    if (response.body === null) return response;
    const { status, statusText, headers } = response;
    const body = response.body.pipeThrough(watchBytes(providerId, onActivity));
    return new Response(body, { status, statusText, headers });
  };
}

function watchBytes(
  providerId: string,
  onActivity: ModelRequest['onActivity'],
): TransformStream<Uint8Array, Uint8Array> {
  let lineBytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      onActivity?.();
      const lastBreak = chunk.lastIndexOf(LINE_FEED);
      lineBytes = lastBreak === -1 ? lineBytes + chunk.length : chunk.length - lastBreak - 1;
      if (lineBytes > MOST_LINE_BYTES)
        controller.error(createProviderError(providerId, 'malformed-reply', { retryable: true }));
      else controller.enqueue(chunk);
    },
  });
}

const nothing = (): void => {};

/** The SDKs log bodies and broken stream events, which hold prompts. What happened is recorded elsewhere, on purpose. */
export const SILENT_LOGGER = { error: nothing, warn: nothing, info: nothing, debug: nothing };

/**
 * Reads a token count from a provider. Returns 0 for anything that is no count, because one such value would spoil every sum it
 * enters.
 */
export function toTokenCount(said: unknown): number {
  return typeof said === 'number' && Number.isFinite(said) && said > 0 ? Math.round(said) : 0;
}
