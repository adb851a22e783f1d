import type { ExecutionResult } from 'graphql';
import { encodeCursor } from '#engine/live/cursor.ts';
import type { LiveEvent } from '#engine/live/live-event.ts';
import { SseFrame } from './sse-frame.ts';

type Place = Pick<LiveEvent, 'sessionId' | 'sequence'>;

/** The result of one event, written as text once for everybody who gets it. */
export class LiveResult {
  readonly result: ExecutionResult;
  readonly #place: Place | null;
  #json: string | null = null;
  #frame: SseFrame | null = null;

  constructor(result: ExecutionResult, place: Place | null) {
    this.result = result;
    this.#place = place;
  }

  get json(): string {
    this.#json ??= JSON.stringify(this.result);
    return this.#json;
  }

  /** As a server-sent event; its id is the cursor, which browsers send back as `Last-Event-ID`. */
  get sseFrame(): SseFrame {
    this.#frame ??= new SseFrame(`${this.#idLine()}event: next\ndata: ${this.json}\n\n`);
    return this.#frame;
  }

  #idLine(): string {
    return this.#place === null ? '' : `id: ${encodeCursor(this.#place.sessionId, this.#place.sequence)}\n`;
  }
}
