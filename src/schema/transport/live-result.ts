import type { ExecutionResult } from 'graphql';
import { encodeCursor } from '#engine/live/cursor.ts';
import type { LiveEvent } from '#engine/live/live-event.ts';

/** Bytes of a stream of server-sent events, also in the form that HTTP's chunked encoding gives them; made once for all. */
export class SseFrame {
  readonly plain: Buffer;
  #chunk: Buffer | null = null;

  constructor(content: string | Buffer) {
    this.plain = typeof content === 'string' ? Buffer.from(content) : content;
  }

  get chunk(): Buffer {
    this.#chunk ??= Buffer.concat([
      Buffer.from(`${this.plain.length.toString(16)}\r\n`),
      this.plain,
      Buffer.from('\r\n'),
    ]);
    return this.#chunk;
  }
}

const END_OF_FRAME = Buffer.from('\n\n');

type Place = Pick<LiveEvent, 'sessionId' | 'sequence'>;

/** The result of one event, written as text once for everybody who gets it. */
export class LiveResult {
  readonly result: ExecutionResult;
  readonly #place: Place | null;
  #bytes: Buffer | null = null;
  #frame: SseFrame | null = null;

  constructor(result: ExecutionResult, place: Place | null) {
    this.result = result;
    this.#place = place;
  }

  get bytes(): Buffer {
    this.#bytes ??= Buffer.from(JSON.stringify(this.result));
    return this.#bytes;
  }

  /** As a server-sent event; its id is the cursor, which browsers send back as `Last-Event-ID`. */
  get sseFrame(): SseFrame {
    this.#frame ??= new SseFrame(
      Buffer.concat([Buffer.from(`${this.#idLine()}event: next\ndata: `), this.bytes, END_OF_FRAME]),
    );
    return this.#frame;
  }

  #idLine(): string {
    return this.#place === null ? '' : `id: ${encodeCursor(this.#place.sessionId, this.#place.sequence)}\n`;
  }
}
