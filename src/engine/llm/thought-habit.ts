/**
 * What is known of how one model's replies begin. Some servers swallow the mark that opens a thought, so that a reply begins inside
 * it and only its end can be told. Once that has been seen, nothing of such a model is passed on before the thought is over.
 */
export class ThoughtHabit {
  #beginsInside: boolean;

  constructor(beginsInside = false) {
    this.#beginsInside = beginsInside;
  }

  get beginsInside(): boolean {
    return this.#beginsInside;
  }

  learn(): void {
    this.#beginsInside = true;
  }
}
