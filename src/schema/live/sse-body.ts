import { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { LiveStream } from './live-stream.ts';
import { ResponseSink } from './response-sink.ts';
import { SseFrame } from './sse-frame.ts';
import type { SseHeart } from './sse-heart.ts';

/** Some browsers hold a response back until something of it has arrived. `retry` is how soon they come back. */
const OPENING = new SseFrame('retry: 1000\n:\n\n');
const PING = new SseFrame(':\n\n');
const COMPLETE = new SseFrame('event: complete\ndata:\n\n');
/** A client that has taken nothing for so many beats is gone. */
const MOST_SILENT_BEATS = 5;

/**
 * A live stream as the body of a response. What the client does not take is not read. Piped into a response of
 * Node it hands its frames over as they are; to anything else it is a readable stream like others.
 */
export class SseBody extends Readable {
  readonly #stream: LiveStream;
  readonly #heart: SseHeart;
  readonly #onEnd: () => void;
  #sink: ResponseSink | null = null;
  #isPulling = false;
  #silentBeats = 0;

  constructor(stream: LiveStream, heart: SseHeart, onEnd: () => void) {
    super({ highWaterMark: 16 * 1024 });
    this.#stream = stream;
    this.#heart = heart;
    this.#onEnd = onEnd;
    heart.add(this);
  }

  override pipe<Destination extends NodeJS.WritableStream>(
    destination: Destination,
    options?: { end?: boolean },
  ): Destination {
    if (!(destination instanceof ServerResponse)) return super.pipe(destination, options);
    this.#sink = new ResponseSink(destination, OPENING, () => this.#flow());
    this.#flow();
    return destination;
  }

  override _construct(callback: (error?: Error | null) => void): void {
    callback();
    if (this.#sink === null) this.push(OPENING.plain);
  }

  override _read(): void {
    this.#flow();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#heart.remove(this);
    this.#sink?.release();
    this.#onEnd();
    callback(error);
  }

  beat(): void {
    const isFull = this.#sink?.isFull ?? this.readableLength > 0;
    this.#silentBeats = isFull ? this.#silentBeats + 1 : 0;
    if (!isFull) this.#give([PING]);
    if (this.#silentBeats <= MOST_SILENT_BEATS) return;
    this.#sink?.destroy();
    this.destroy();
  }

  #flow(): void {
    if (!this.#isPulling) void this.#pull();
  }

  /** Never rejects: `nextResults` gives failures as results. */
  async #pull(): Promise<void> {
    this.#isPulling = true;
    for (let takesMore = true; takesMore; ) {
      const results = await this.#stream.nextResults();
      if (this.destroyed) return;
      if (results === null) {
        this.#end();
        return;
      }
      takesMore = this.#give(results.map(({ sseFrame }) => sseFrame));
    }
    this.#isPulling = false;
  }

  #give(frames: readonly SseFrame[]): boolean {
    return this.#sink?.write(frames) ?? this.push(Buffer.concat(frames.map(({ plain }) => plain)));
  }

  #end(): void {
    this.#heart.remove(this);
    if (!this.#stream.isToBeResumed) this.#give([COMPLETE]);
    if (this.#sink === null) this.push(null);
    else this.#sink.end();
  }
}
