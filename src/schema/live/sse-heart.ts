const BEAT_MILLISECONDS = 12_000;

export type Beating = {
  /** Called now and then for as long as it is in the heart. */
  readonly beat: () => void;
};

/** One timer that keeps all open streams alive: proxies close what is silent, and what is dead has to be noticed. */
export class SseHeart {
  readonly #beating = new Set<Beating>();
  readonly #everyMilliseconds: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(everyMilliseconds = BEAT_MILLISECONDS) {
    this.#everyMilliseconds = everyMilliseconds;
  }

  add(one: Beating): void {
    this.#beating.add(one);
    this.#timer ??= setInterval(() => this.#beat(), this.#everyMilliseconds).unref();
  }

  remove(one: Beating): void {
    this.#beating.delete(one);
    if (this.#beating.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #beat(): void {
    for (const one of this.#beating) one.beat();
  }
}
