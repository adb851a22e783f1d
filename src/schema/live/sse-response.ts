import type { LiveStream } from './live-stream.ts';
import { SseBody } from './sse-body.ts';
import type { SseHeart } from './sse-heart.ts';

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
  connection: 'keep-alive',
  // Proxies would collect the pieces of a story until it is over.
  'x-accel-buffering': 'no',
};

/** Server-sent events in the distinct connections mode of graphql-sse, each with an id. */
export function sseResponse(
  stream: LiveStream,
  wrapped: unknown,
  heart: SseHeart,
  Answer: typeof Response,
): Response {
  const body = new SseBody(stream, heart, () => {
    stream.stop();
    // Plugins wrapped the stream and wait to hear of its end.
    void Object(wrapped).return?.();
  });
  // Yoga's fetch takes streams of Node as bodies; the type knows only those of browsers.
  return new Answer(body as unknown as ReadableStream, { headers: HEADERS });
}
