/** How models on one's own machine mark what they only think; the mark stands at the beginning of a reply. */
const NAMES = ['think', 'thinking', 'thought', 'reasoning'];
const OPENING = new RegExp(`^<(${NAMES.join('|')})>`, 'i');

/** Takes what a model thought aloud off the beginning of a reply that comes in pieces. All else passes as it is. */
export class WithoutReasoning {
  #held = '';
  /** What ends the thought that is being passed over; null outside of one. */
  #closing: string | null = null;
  #isThrough = false;
  #hasThought = false;

  /** What may be passed on by now. */
  take(text: string): string {
    if (this.#isThrough) return text;
    this.#held += text;
    for (;;) {
      if (this.#closing !== null && !this.#passOver(this.#closing)) return '';
      const lead = this.#held.trimStart();
      const opened = OPENING.exec(lead);
      if (opened === null) return mayOpen(lead) ? '' : this.#letThrough();
      this.#closing = `</${opened[1]}>`.toLowerCase();
      this.#held = lead.slice(opened[0].length);
    }
  }

  /** What is left when the reply has ended: nothing of a thought that never did. */
  end(): string {
    return this.#isThrough || this.#closing !== null ? '' : this.#letThrough();
  }

  #passOver(closing: string): boolean {
    const at = this.#held.toLowerCase().indexOf(closing);
    if (at === -1) {
      this.#held = this.#held.slice(-closing.length);
      return false;
    }
    this.#held = this.#held.slice(at + closing.length);
    this.#closing = null;
    this.#hasThought = true;
    return true;
  }

  #letThrough(): string {
    this.#isThrough = true;
    return this.#hasThought ? this.#held.trimStart() : this.#held;
  }
}

function mayOpen(lead: string): boolean {
  return NAMES.some((name) => `<${name}>`.startsWith(lead.toLowerCase()));
}
