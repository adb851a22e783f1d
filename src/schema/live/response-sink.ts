import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { SseFrame } from './sse-frame.ts';

/**
 * Writes frames into a response. After the head they go to its socket as they are, already in chunks: `write` of the
 * response would cut the same bytes into the same chunks once for every subscriber.
 */
export class ResponseSink {
  readonly #response: ServerResponse;
  readonly #socket: Socket | null;
  readonly #onDrain: () => void;

  constructor(response: ServerResponse, opening: SseFrame, onDrain: () => void) {
    this.#response = response;
    this.#onDrain = onDrain;
    response.write(opening.plain);
    this.#socket = response.socket;
    this.#socket?.on('drain', onDrain);
  }

  /** Whether it takes more at once. */
  write(frames: readonly SseFrame[]): boolean {
    const socket = this.#socket;
    if (socket === null || this.#response.destroyed || this.#response.writableEnded) return false;
    if (!this.#response.chunkedEncoding) {
      for (const { plain } of frames) this.#response.write(plain);
    } else if (frames.length === 1) {
      for (const { chunk } of frames) socket.write(chunk);
    } else {
      socket.write(Buffer.concat(frames.map(({ chunk }) => chunk)));
    }
    return !socket.writableNeedDrain;
  }

  get isFull(): boolean {
    return this.#socket?.writableNeedDrain ?? true;
  }

  end(): void {
    this.release();
    this.#response.end();
  }

  /** The socket may serve another request after this one. */
  release(): void {
    this.#socket?.off('drain', this.#onDrain);
  }

  destroy(): void {
    this.release();
    this.#response.destroy();
  }
}
