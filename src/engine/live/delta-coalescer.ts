const SHORTEST_WINDOW = 8;
const LONGEST_WINDOW = 50;
/** A write may take a quarter of the time; when writing gets slower, windows get longer. */
const SHARE_OF_TIME = 4;

/**
 * Joins the many small pieces a model speaks in into fewer, larger writes. The first piece goes out at once;
 * later ones wait for the window, at most about 50 milliseconds, and for the write before them, whichever is
 * longer. So a busy store or a slow disk makes larger pieces, never a queue.
 */
export class DeltaCoalescer {
  readonly #write: (text: string) => Promise<void>;
  readonly #now: () => number;
  #pending = '';
  #window = SHORTEST_WINDOW;
  #lastWrite = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | null = null;
  #failure: { readonly error: unknown } | null = null;

  constructor(write: (text: string) => Promise<void>, now: () => number = () => performance.now()) {
    this.#write = write;
    this.#now = now;
  }

  /** Takes a piece. Throws what an earlier write failed with, so that the speaker stops. */
  push(text: string): void {
    if (this.#failure !== null) throw this.#failure.error;
    this.#pending += text;
    this.#schedule();
  }

  /** Resolves when everything pushed so far is written; rejects when a write failed. */
  async flush(): Promise<void> {
    while (this.#failure === null && (this.#pending !== '' || this.#writing !== null)) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      await (this.#writing ?? this.#writePending());
    }
    if (this.#failure !== null) throw this.#failure.error;
  }

  #schedule(): void {
    if (this.#pending === '' || this.#writing !== null || this.#timer !== undefined) return;
    const delay = this.#lastWrite + this.#window - this.#now();
    if (delay <= 0) {
      void this.#writePending();
      return;
    }
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#writePending();
    }, delay);
  }

  /** Never rejects: a failure is kept for the speaker and for `flush`. */
  #writePending(): Promise<void> {
    const text = this.#pending;
    this.#pending = '';
    this.#lastWrite = this.#now();
    this.#writing = this.#write(text)
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
