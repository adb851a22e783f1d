import type { TurnEventBody } from './turn-event.ts';

const SHORTEST_WINDOW = 8;
const LONGEST_WINDOW = 50;
/** A write may take a quarter of the time; when writing gets slower, windows get longer. */
const SHARE_OF_TIME = 4;

type Write = (bodies: readonly TurnEventBody[]) => Promise<void>;

/**
 * Writes a turn's events one after another, joining the small pieces a model speaks in. The first piece goes
 * out at once; later ones wait for the window, at most about 50 milliseconds, and for the write before them,
 * whichever is longer. So a busy store makes larger pieces, never a queue. Everything that is not prose goes
 * out as soon as the write before it is done.
 */
export class TurnEventWriter {
  readonly #write: Write;
  readonly #now: () => number;
  #pending: TurnEventBody[] = [];
  #window = SHORTEST_WINDOW;
  #lastWrite = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | null = null;
  #failure: { readonly error: unknown } | null = null;

  constructor(write: Write, now: () => number = () => performance.now()) {
    this.#write = write;
    this.#now = now;
  }

  /** Takes an event. Throws what an earlier write failed with, so that the speaker stops. */
  readonly emit = (body: TurnEventBody): void => {
    if (this.#failure !== null) throw this.#failure.error;
    const last = this.#pending.at(-1);
    if (body.type === 'narration-delta' && last?.type === 'narration-delta') {
      this.#pending[this.#pending.length - 1] = { ...last, text: last.text + body.text };
    } else {
      this.#pending.push(body);
    }
    this.#schedule();
  };

  /** Resolves when everything emitted so far is written; rejects when a write failed. */
  async flush(): Promise<void> {
    while (this.#failure === null && (this.#pending.length > 0 || this.#writing !== null)) {
      await (this.#writing ?? this.#writePending());
    }
    if (this.#failure !== null) throw this.#failure.error;
  }

  /** Waits for a write that is on its way and forgets what has not begun to be written. */
  async discard(): Promise<void> {
    this.#pending = [];
    clearTimeout(this.#timer);
    await this.#writing;
  }

  #schedule(): void {
    if (this.#pending.length === 0 || this.#writing !== null) return;
    const isProse = this.#pending.every(({ type }) => type === 'narration-delta');
    const delay = isProse ? this.#lastWrite + this.#window - this.#now() : 0;
    if (delay <= 0) void this.#writePending();
    else this.#timer ??= setTimeout(() => void this.#writePending(), delay);
  }

  /** Never rejects: a failure is kept for the speaker and for `flush`. */
  #writePending(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const bodies = this.#pending;
    this.#pending = [];
    this.#lastWrite = this.#now();
    this.#writing = this.#write(bodies)
      .catch((error: unknown) => {
        this.#failure = { error };
      })
      .finally(() => {
        const took = this.#now() - this.#lastWrite;
        this.#window = Math.min(LONGEST_WINDOW, Math.max(SHORTEST_WINDOW, took * SHARE_OF_TIME));
        this.#writing = null;
        if (this.#failure === null) this.#schedule();
      });
    return this.#writing;
  }
}
