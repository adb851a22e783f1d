import type { OnWake, WakeBus } from './wake-bus.ts';

/** Every reader looks again after this long even if no wake reached it, so a lost wake loses nothing. */
const LOOK_AGAIN_MILLISECONDS = 5_000;

/** Who listens to a bus: counts them, and wakes all of them now and then as long as there are any. */
export class Listeners {
  readonly #bus: Pick<WakeBus, 'listen' | 'wakeAll'>;
  #count = 0;
  #lookingAgain: NodeJS.Timeout | undefined;
  #onGone = (): void => {};

  constructor(bus: Pick<WakeBus, 'listen' | 'wakeAll'>) {
    this.#bus = bus;
  }

  listen(sessionId: string, onWake: OnWake): () => void {
    const unlisten = this.#bus.listen(sessionId, onWake);
    this.#count += 1;
    this.#lookingAgain ??= setInterval(() => this.#bus.wakeAll(), LOOK_AGAIN_MILLISECONDS).unref();
    let isListening = true;
    return () => {
      if (!isListening) return;
      isListening = false;
      unlisten();
      this.#leave();
    };
  }

  /** Resolves when nobody listens any more, or when the time is up. */
  gone(withinMilliseconds: number): Promise<void> {
    if (this.#count === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, withinMilliseconds);
      this.#onGone = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #leave(): void {
    this.#count -= 1;
    if (this.#count > 0) return;
    clearInterval(this.#lookingAgain);
    this.#lookingAgain = undefined;
    this.#onGone();
  }
}
