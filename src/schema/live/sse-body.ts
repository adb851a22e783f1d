import { Readable } from 'node:stream';
import type { LiveResult } from './live-result.ts';
import type { LiveStream } from './live-stream.ts';
import type { SseHeart } from './sse-heart.ts';

/** Some browsers hold a response back until something of it has arrived. `retry` is how soon they come back. */
const OPENING = Buffer.from('retry: 1000\n:\n\n');
const PING = Buffer.from(':\n\n');
const COMPLETE = Buffer.from('event: complete\ndata:\n\n');
/** A client that has taken nothing for so many beats is gone. */
const MOST_SILENT_BEATS = 5;

/** A live stream as the body of a response. Pulled by the socket: what the client does not take is not read. */
export class SseBody extends Readable {
  readonly #stream: LiveStream;
  readonly #heart: SseHeart;
  readonly #onEnd: () => void;
  #isPulling = false;
  #silentBeats = 0;

  constructor(stream: LiveStream, heart: SseHeart, onEnd: () => void) {
    super({ highWaterMark: 16 * 1024 });
    this.#stream = stream;
    this.#heart = heart;
    this.#onEnd = onEnd;
    heart.add(this);
    this.push(OPENING);
  }

  override _read(): void {
    if (!this.#isPulling) void this.#pull();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#heart.remove(this);
    this.#onEnd();
    callback(error);
  }

  beat(): void {
    if (this.readableLength === 0) {
      this.#silentBeats = 0;
      this.push(PING);
      return;
    }
    this.#silentBeats += 1;
    if (this.#silentBeats > MOST_SILENT_BEATS) this.destroy();
  }

  /** Never rejects: `nextResults` gives failures as results. */
  async #pull(): Promise<void> {
    this.#isPulling = true;
    let takesMore = true;
    while (takesMore) {
      const results = await this.#stream.nextResults();
      if (this.destroyed) return;
      if (results === null) {
        this.#end();
        return;
      }
      takesMore = this.push(framesOf(results));
    }
    this.#isPulling = false;
  }

  #end(): void {
    this.#heart.remove(this);
    if (!this.#stream.isToBeResumed) this.push(COMPLETE);
    this.push(null);
  }
}

function framesOf(results: readonly LiveResult[]): Buffer {
  const [only] = results;
  return results.length === 1 && only !== undefined
    ? only.sseFrame
    : Buffer.concat(results.map(({ sseFrame }) => sseFrame));
}
