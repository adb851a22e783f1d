const FENCE = '```';

/**
 * Takes a reply apart while it streams: prose first, then one fenced block of JSON. Prose is let through as
 * soon as it cannot be the beginning of the fence; the block is kept back and never shown.
 */
export class ProseSplitter {
  #held = '';
  #block: string | null = null;

  /** Takes a piece of the reply and gives the prose that is certain so far. */
  push(text: string): string {
    if (this.#block !== null) {
      this.#block += text;
      return '';
    }
    const seen = this.#held + text;
    const fence = seen.indexOf(FENCE);
    if (fence >= 0) {
      this.#block = seen.slice(fence);
      this.#held = '';
      return seen.slice(0, fence).trimEnd();
    }
    // White space is held as well: before the fence it is not part of the prose.
    const certain = /[\s`]*$/.exec(seen)?.index ?? seen.length;
    this.#held = seen.slice(certain);
    return seen.slice(0, certain);
  }

  /** The JSON text of the block at the end of the reply, or null when there was none. */
  end(): string | null {
    if (this.#block === null) return null;
    return /^```(?:json)?\s*([\s\S]*?)\s*(?:```\s*)?$/.exec(this.#block)?.[1] ?? null;
  }
}
