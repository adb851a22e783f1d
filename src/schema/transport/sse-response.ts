import { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { type LiveResult, SseFrame } from './live-result.ts';
import type { LiveStream } from './live-stream.ts';

const BEAT_MILLISECONDS = 12_000;

type HeartbeatTarget = {
  /** Called at every beat while it is registered. */
  readonly beat: () => void;
};

/** Timer shared by all open streams. It keeps them alive, because proxies close silent connections, and detects dead clients. */
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
 * Writes frames into a response. After the head they go to its socket as they are, already chunked. `write` of the response
 * would chunk the same bytes again for every subscriber.
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

  /** Writes frames. Returns whether the socket takes more at once. */
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

  /** Removes the listener, because the socket may serve another request after this one. */
  release(): void {
    this.#socket?.off('drain', this.#onDrain);
  }

  destroy(): void {
    this.release();
    this.#response.destroy();
  }
}

/**
 * First frame of a stream: some browsers hold a response back until its first bytes arrive. `retry` sets their delay before
 * reconnecting.
 */
const OPENING = new SseFrame('retry: 1000\n:\n\n');
const PING = new SseFrame(':\n\n');
const COMPLETE = new SseFrame('event: complete\ndata:\n\n');
/** Number of beats without any read after which a client counts as gone. */
const MOST_SILENT_BEATS = 5;

/** Results for a response, in batches. A failure is a result; it never rejects. */
export type ResultSource = Pick<LiveStream, 'nextResults' | 'stop' | 'isToBeResumed'>;

/** Name of the events that hold results: graphql-sse's `next`, or none, which EventSource calls `message`. */
export type EventNaming = 'next' | 'message';

/**
 * Body of a response with a live stream. Reads only as fast as the client. Piped into a response of Node it passes its frames on
 * unchanged; to other consumers it is an ordinary readable stream.
 */
export class SseBody extends Readable {
  readonly #stream: ResultSource;
  readonly #heart: SseHeartbeat;
  readonly #onEnd: () => void;
  readonly #toFrame: (result: LiveResult) => SseFrame;
  #sink: ResponseSink | null = null;
  #isPulling = false;
  #silentBeats = 0;

  constructor(stream: ResultSource, heart: SseHeartbeat, onEnd: () => void, naming: EventNaming = 'next') {
    super({ highWaterMark: 16 * 1024 });
    this.#toFrame = naming === 'next' ? ({ sseFrame }) => sseFrame : ({ messageFrame }) => messageFrame;
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

  /** Pulls results from the stream. Never rejects: `nextResults` returns failures as results. */
  async #pull(): Promise<void> {
    this.#isPulling = true;
    for (let takesMore = true; takesMore; ) {
      const results = await this.#stream.nextResults();
      if (this.destroyed) return;
      if (results === null) {
        this.#end();
        return;
      }
      takesMore = this.#give(results.map(this.#toFrame));
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
  // Otherwise proxies would buffer the pieces of a story until it is over.
  'x-accel-buffering': 'no',
};

/** Creates a response of server-sent events in the distinct connections mode of graphql-sse, each with an id. */
export function createSseResponse(
  stream: ResultSource,
  wrapped: unknown,
  { heart, naming, Answer }: { heart: SseHeartbeat; naming: EventNaming; Answer: typeof Response },
): Response {
  const onEnd = () => {
    stream.stop();
    // Plugins wrapped the stream and wait for its end.
    void Object(wrapped).return?.();
  };
  const body = new SseBody(stream, heart, onEnd, naming);
  // Yoga's fetch accepts streams of Node as bodies; the type knows only those of browsers.
  return new Answer(body as unknown as ReadableStream, { headers: HEADERS });
}
