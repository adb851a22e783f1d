import type { Connection } from '../api/follow-operation.ts';
import { type TableEvent, watchSession } from '../api/watch-session.ts';
import { addEvent, type LiveState, QUIET, settleTurn } from './live-turn.ts';

export type LiveSnapshot = LiveState & { readonly connection: Connection };

/** Keeps what the stream tells. Events that arrive together are shown together, once per frame. */
export class LiveStore {
  #snapshot: LiveSnapshot = { ...QUIET, connection: 'connecting' };
  #waiting: TableEvent[] = [];
  #isScheduled = false;
  readonly #listeners = new Set<() => void>();

  readonly read = (): LiveSnapshot => this.#snapshot;

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Follows a session. Returns a function that ends it. */
  follow(sessionId: string, after: string | null): () => void {
    return watchSession(sessionId, after, {
      onEvent: (event) => this.#receive(event),
      onConnection: (connection) => this.#show({ ...this.#snapshot, connection }),
    });
  }

  /** Forgets the running turn when the story has its scene or its answer. */
  settle(turnIds: ReadonlySet<string>): void {
    const settled = settleTurn(this.#snapshot, turnIds);
    if (settled !== this.#snapshot) this.#show({ ...this.#snapshot, ...settled });
  }

  dismissProblem(): void {
    this.#show({ ...this.#snapshot, problem: null });
  }

  #receive(event: TableEvent): void {
    this.#waiting.push(event);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    // A hidden page draws no frames, but has to be up to date when it is looked at again.
    if (document.hidden) setTimeout(this.#drain, 100);
    else requestAnimationFrame(this.#drain);
  }

  readonly #drain = (): void => {
    this.#isScheduled = false;
    const events = this.#waiting;
    this.#waiting = [];
    this.#show({ ...this.#snapshot, ...events.reduce(addEvent, this.#snapshot as LiveState) });
  };

  #show(snapshot: LiveSnapshot): void {
    this.#snapshot = snapshot;
    for (const listener of this.#listeners) listener();
  }
}
