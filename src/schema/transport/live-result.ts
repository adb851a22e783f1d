import type { ExecutionResult } from 'graphql';
import { encodeCursor } from '#engine/live/cursor.ts';
import type { LiveEvent } from '#engine/live/live-event.ts';

/** Bytes of server-sent events, also in HTTP's chunked encoding; made once for all subscribers. */
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

/** Result of one event, serialised once for all its subscribers. */
export class LiveResult {
  readonly result: ExecutionResult;
  readonly #place: Place | null;
  #bytes: Buffer | null = null;
  #frame: SseFrame | null = null;
  #messageFrame: SseFrame | null = null;

  constructor(result: ExecutionResult, place: Place | null) {
    this.result = result;
    this.#place = place;
  }

  get bytes(): Buffer {
    this.#bytes ??= Buffer.from(JSON.stringify(this.result));
    return this.#bytes;
  }

  /** Returns the server-sent event. Its id is the cursor, which browsers send back as `Last-Event-ID`. */
  get sseFrame(): SseFrame {
    this.#frame ??= this.#frameOf('event: next\n');
    return this.#frame;
  }

  /** Returns the same event without a name, which EventSource gives to `onmessage`. */
  get messageFrame(): SseFrame {
    this.#messageFrame ??= this.#frameOf('');
    return this.#messageFrame;
  }

  #frameOf(nameLine: string): SseFrame {
    const head = Buffer.from(`${this.#idLine()}${nameLine}data: `);
    return new SseFrame(Buffer.concat([head, this.bytes, END_OF_FRAME]));
  }

  #idLine(): string {
    return this.#place === null ? '' : `id: ${encodeCursor(this.#place.sessionId, this.#place.sequence)}\n`;
  }
}
