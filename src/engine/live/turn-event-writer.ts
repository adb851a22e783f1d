import type { AddressedEvent } from './turn-event.ts';

const SHORTEST_WINDOW = 8;
const LONGEST_WINDOW = 50;
/** A write may take a quarter of the time; when writing gets slower, windows get longer. */
const SHARE_OF_TIME = 4;

/**
 * Batching delay for low-priority events (turn-started, step events). Players do not act on them, and each write has
 * a cost.
 */
const PATIENCE_FOR_STEPS = 40;

type Write = (bodies: readonly AddressedEvent[]) => Promise<void>;

/**
 * Writes a turn's events in order and joins the small pieces of text a model streams. The first piece is written at
 * once. Later pieces wait for the batching window (about 50 milliseconds at most) and for the write before them. A
 * busy store therefore makes larger pieces, never a queue. Events that a turn or step began or ended wait briefly for
 * the events that follow them. All other events are written as soon as the write before them is done.
 */
export class TurnEventWriter {
  readonly #write: Write;
  readonly #now: () => number;
  #pending: AddressedEvent[] = [];
  #window = SHORTEST_WINDOW;
  #lastWrite = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #due = Number.POSITIVE_INFINITY;
  #writing: Promise<void> | null = null;
  #failure: { readonly error: unknown } | null = null;
  /** Turn-started event, until it is written. */
  #unheard: AddressedEvent | null = null;

  constructor(write: Write, now: () => number = () => performance.now()) {
    this.#write = write;
    this.#now = now;
  }

  /** Takes an event. Throws what an earlier write failed with, so that the speaker stops. */
  readonly emit = (body: AddressedEvent): void => {
    if (this.#failure !== null) throw this.#failure.error;
    if (body.type === 'turn-started') this.#unheard = body;
    const last = this.#pending.at(-1);
    if (body.type === 'narration-delta' && last?.type === 'narration-delta' && body.to === last.to) {
      this.#pending[this.#pending.length - 1] = { ...last, text: last.text + body.text };
    } else {
      this.#pending.push(body);
    }
    this.#schedule();
  };

  /**
   * Waits for a write that is on its way and gives what has not begun to be written, to be written with the end of the turn. Rejects
   * when a write failed.
   */
  async rest(): Promise<readonly AddressedEvent[]> {
    const rest = this.#pending;
    await this.discard();
    if (this.#failure !== null) throw this.#failure.error;
    return rest;
  }

  /**
   * Waits for a write in progress and drops events whose write has not begun. Returns the turn-started event if it is
   * still unwritten, so that the caller writes it with the turn's end. Readers of a turn's end have thus always seen
   * its beginning.
   */
  async discard(): Promise<readonly AddressedEvent[]> {
    this.#pending = [];
    clearTimeout(this.#timer);
    this.#due = Number.POSITIVE_INFINITY;
    await this.#writing;
    return this.#unheard === null ? [] : [this.#unheard];
  }

  #schedule(): void {
    if (this.#pending.length === 0 || this.#writing !== null) return;
    const now = this.#now();
    const due = Math.min(this.#due, this.#dueAfter(now));
    if (due <= now) {
      void this.#writePending();
    } else if (due < this.#due) {
      this.#due = due;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#writePending(), due - now);
    }
  }

  /** Returns when the pending events are to be written. */
  #dueAfter(now: number): number {
    const types = new Set(this.#pending.map(({ type }) => type));
    const hasProse = types.delete('narration-delta');
    types.delete('turn-started');
    types.delete('step-started');
    types.delete('step-finished');
    if (types.size > 0) return now;
    return hasProse ? this.#lastWrite + this.#window : now + PATIENCE_FOR_STEPS;
  }

  /** Writes pending events. Never rejects: a failure is kept for the caller and for `rest`. */
  #writePending(): Promise<void> {
    clearTimeout(this.#timer);
    this.#due = Number.POSITIVE_INFINITY;
    const bodies = this.#pending;
    this.#pending = [];
    this.#lastWrite = this.#now();
    this.#writing = this.#write(bodies)
      .then(() => {
        if (this.#unheard !== null && bodies.includes(this.#unheard)) this.#unheard = null;
      })
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
