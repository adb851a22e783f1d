import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { drained } from './drained.ts';
import type { LiveStream } from './live-stream.ts';
import { textFrame } from './text-frame.ts';

const AFTER = Buffer.from('}');

/** A WebSocket and the connection it goes over. It must not compress: then frames of both can follow each other. */
export type Wired = { readonly socket: WebSocket; readonly wire: Duplex };

/**
 * Sends a live stream as messages of the graphql-ws protocol. It looks to graphql-ws like a stream of results that gives
 * none and ends when all is sent: the messages go out from here, made of text that all subscribers share, and as one write.
 */
export function pumpToWebSocket(
  stream: LiveStream,
  wrapped: unknown,
  wired: Wired,
  id: string,
): AsyncGenerator<never, void> {
  const closing = Promise.withResolvers<void>();
  const end = async (): Promise<IteratorReturnResult<void>> => {
    stream.stop();
    closing.resolve();
    // Plugins wrapped the stream and wait to hear of its end.
    await Object(wrapped).return?.();
    return { done: true, value: undefined };
  };
  return {
    next: async () => {
      await sendAll(stream, wired, id);
      // The server goes away: without `complete`, and with the socket closed, clients know to come back.
      if (stream.isToBeResumed) await closing.promise;
      return end();
    },
    return: end,
    throw: async (error) => {
      await end();
      throw error;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
    [Symbol.asyncDispose]: async () => {
      await end();
    },
  };
}

async function sendAll(stream: LiveStream, { socket, wire }: Wired, id: string): Promise<void> {
  const before = Buffer.from(`{"id":${JSON.stringify(id)},"type":"next","payload":`);
  for (let results = await stream.nextResults(); results !== null; results = await stream.nextResults()) {
    for (const { bytes } of results) {
      if (socket.readyState !== socket.OPEN) return;
      if (!wire.write(textFrame([before, bytes, AFTER]))) await drained(wire);
    }
  }
}
