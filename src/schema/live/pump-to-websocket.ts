import type { WebSocket } from 'ws';
import type { LiveStream } from './live-stream.ts';

/** Up to this much may wait in a socket before the next event is read for it. */
const MOST_BUFFERED_BYTES = 64 * 1024;
const AFTER = Buffer.from('}');
const AS_TEXT = { binary: false };

/**
 * Sends a live stream as messages of the graphql-ws protocol. It looks to graphql-ws like a stream of results that gives
 * none and ends when all is sent: the messages go out from here, made of text that all subscribers share.
 */
export function pumpToWebSocket(
  stream: LiveStream,
  wrapped: unknown,
  socket: WebSocket,
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
      await sendAll(stream, socket, id);
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

async function sendAll(stream: LiveStream, socket: WebSocket, id: string): Promise<void> {
  const before = Buffer.from(`{"id":${JSON.stringify(id)},"type":"next","payload":`);
  for (let results = await stream.nextResults(); results !== null; results = await stream.nextResults()) {
    for (const { bytes } of results) {
      if (socket.readyState !== socket.OPEN) return;
      const message = Buffer.concat([before, bytes, AFTER]);
      if (socket.bufferedAmount < MOST_BUFFERED_BYTES) socket.send(message, AS_TEXT);
      else await sent(socket, message);
    }
  }
}

/** Resolves when the message has left the process, or when the socket is closed. */
function sent(socket: WebSocket, message: Buffer): Promise<void> {
  return new Promise((resolve) => {
    socket.send(message, AS_TEXT, () => resolve());
  });
}
