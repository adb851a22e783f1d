import type { Terminal } from '../terminal/terminal.ts';

/** Handles Ctrl-C: cancels the running turn. Leaves when nothing can be cancelled, or on a second Ctrl-C. */
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

  /** Signal that aborts when the person wants to leave. */
  get leaving(): AbortSignal {
    return this.#leaving.signal;
  }

  /** Registers the work that the next Ctrl-C cancels. */
  underWay(callOff: () => void): void {
    this.#callOff = callOff;
    this.#hasWarned = false;
  }

  /** Notes that nothing is running and that the person no longer wants to leave. */
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
