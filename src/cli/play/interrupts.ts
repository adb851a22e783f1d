import type { Terminal } from '../terminal/terminal.ts';

/** What Ctrl-C does: it calls a turn off; where nothing can be called off, or a second time, it leaves. */
export class Interrupts {
  readonly #print: Terminal['print'];
  readonly #leaving = new AbortController();
  readonly #stop: () => void;
  #callOff: (() => void) | null = null;
  #hasWarned = false;

  constructor({ print, onInterrupt }: Terminal) {
    this.#print = print;
    this.#stop = onInterrupt(() => this.#pressed());
  }

  /** Comes when the person wants to leave. */
  get leaving(): AbortSignal {
    return this.#leaving.signal;
  }

  /** Something is under way that the next Ctrl-C calls off. */
  underWay(callOff: () => void): void {
    this.#callOff = callOff;
    this.#hasWarned = false;
  }

  /** Nothing is under way, and whoever types has changed their mind about leaving. */
  idle(): void {
    this.#callOff = null;
    this.#hasWarned = false;
  }

  close(): void {
    this.#stop();
  }

  #pressed(): void {
    if (this.#hasWarned) {
      this.#leaving.abort();
      return;
    }
    this.#hasWarned = true;
    if (this.#callOff === null) this.#print('\nEverything is saved. Ctrl-C again leaves.\n');
    else {
      this.#print('\nCalling the turn off. Ctrl-C again leaves.\n');
      this.#callOff();
    }
  }
}
