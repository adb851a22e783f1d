import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { LiveStream } from './live-stream.ts';

const waiting = new WeakMap<Duplex, Promise<void>>();

/**
 * Resolves when the written bytes have left the process, or when the connection is closed. All waiters of one connection share
 * one pair of listeners, because each subscription may be one.
 */
export function waitForDrain(wire: Duplex): Promise<void> {
  if (wire.destroyed) return Promise.resolve();
  const known = waiting.get(wire);
  if (known !== undefined) return known;
  const draining = new Promise<void>((resolve) => {
    const done = (): void => {
      wire.off('drain', done).off('close', done);
      waiting.delete(wire);
      resolve();
    };
    wire.on('drain', done).on('close', done);
  });
  waiting.set(wire, draining);
  return draining;
}

const FINAL_TEXT = 0x81;
const TWO_BYTES_FOLLOW = 126;
const EIGHT_BYTES_FOLLOW = 127;

/** Encodes a text message as one RFC 6455 frame of a server: whole, not masked, not compressed. */
export function encodeTextFrame(parts: readonly Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const isShort = length < TWO_BYTES_FOLLOW;
  const isLong = length > 0xffff;
  const start = isShort ? 2 : isLong ? 10 : 4;
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = FINAL_TEXT;
  frame[1] = isShort ? length : isLong ? EIGHT_BYTES_FOLLOW : TWO_BYTES_FOLLOW;
  if (isLong) frame.writeBigUInt64BE(BigInt(length), 2);
  else if (!isShort) frame.writeUInt16BE(length, 2);
  let at = start;
  for (const part of parts) {
    frame.set(part, at);
    at += part.length;
  }
  return frame;
}

const AFTER = Buffer.from('}');

/** WebSocket and its connection. It must not compress, so that frames of both can follow each other. */
type SocketConnection = { readonly socket: WebSocket; readonly wire: Duplex };

/**
 * Sends a live stream as messages of the graphql-ws protocol. To graphql-ws it looks like an empty stream that ends when all is
 * sent. The messages go out from here in one write, made of text that all subscribers share.
 */
export function pumpToWebSocket(
  stream: LiveStream,
  wrapped: unknown,
  wired: SocketConnection,
  id: string,
): AsyncGenerator<never, void> {
  const closing = Promise.withResolvers<void>();
  const end = async (): Promise<IteratorReturnResult<void>> => {
    stream.stop();
    closing.resolve();
    // Plugins wrapped the stream and wait for its end.
    await Object(wrapped).return?.();
    return { done: true, value: undefined };
  };
  return {
    next: async () => {
      await sendAll(stream, wired, id);
      // The server shuts down: without `complete`, and with the socket closed, clients connect again.
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

async function sendAll(stream: LiveStream, { socket, wire }: SocketConnection, id: string): Promise<void> {
  const before = Buffer.from(`{"id":${JSON.stringify(id)},"type":"next","payload":`);
  for (let results = await stream.nextResults(); results !== null; results = await stream.nextResults()) {
    for (const { bytes } of results) {
      if (socket.readyState !== socket.OPEN) return;
      if (!wire.write(encodeTextFrame([before, bytes, AFTER]))) await waitForDrain(wire);
    }
  }
}

/** Maximum unread bytes of a client before the server stops reading from it. */
const UNREAD_BYTES = 1024 * 1024;

/**
 * Stops reading from a client until it has read its answers. Every message and every ping is answered, so a client that never
 * reads would fill the memory. Such a client is cut off once it has missed a ping of the server.
 */
export function pauseReadingWhileBlocked({ socket, wire }: SocketConnection): void {
  const heed = (): void => {
    if (socket.isPaused || socket.bufferedAmount <= UNREAD_BYTES) return;
    socket.pause();
    void waitForDrain(wire).then(() => socket.resume());
  };
  socket.on('message', heed).on('ping', heed);
}
