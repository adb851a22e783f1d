import { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { SseFrame } from './live-result.ts';
import type { LiveStream } from './live-stream.ts';

const BEAT_MILLISECONDS = 12_000;

type HeartbeatTarget = {
  /** Called now and then for as long as it is in the heart. */
  readonly beat: () => void;
};

/** One timer that keeps all open streams alive: proxies close what is silent, and what is dead has to be noticed. */
export class SseHeartbeat {
  readonly #beating = new Set<HeartbeatTarget>();
  readonly #everyMilliseconds: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(everyMilliseconds = BEAT_MILLISECONDS) {
    this.#everyMilliseconds = everyMilliseconds;
  }

  add(one: HeartbeatTarget): void {
    this.#beating.add(one);
    this.#timer ??= setInterval(() => this.#beat(), this.#everyMilliseconds).unref();
  }

  remove(one: HeartbeatTarget): void {
    this.#beating.delete(one);
    if (this.#beating.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #beat(): void {
    for (const one of this.#beating) one.beat();
  }
}

/**
 * Writes frames into a response. After the head they go to its socket as they are, already in chunks: `write` of the
 * response would cut the same bytes into the same chunks once for every subscriber.
 */
class ResponseSink {
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
  readonly #heart: SseHeartbeat;
  readonly #onEnd: () => void;
  #sink: ResponseSink | null = null;
  #isPulling = false;
  #silentBeats = 0;

  constructor(stream: LiveStream, heart: SseHeartbeat, onEnd: () => void) {
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

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
  connection: 'keep-alive',
  // Proxies would collect the pieces of a story until it is over.
  'x-accel-buffering': 'no',
};

/** Server-sent events in the distinct connections mode of graphql-sse, each with an id. */
export function createSseResponse(
  stream: LiveStream,
  wrapped: unknown,
  heart: SseHeartbeat,
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
