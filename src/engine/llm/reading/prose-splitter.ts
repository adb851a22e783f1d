import { type SplitReply, splitReply } from './split-reply.ts';
import { WellFormed } from './well-formed.ts';

const OBJECT_START = /(?:^|\n)[^\S\n]*\{(\s*)(["}]?)/g;

/**
 * Lets the prose of a reply through while the reply is still being written, and holds back whatever may turn out to
 * be the start of the structured block. What was let through is always the beginning of the final prose.
 */
export class ProseSplitter {
  readonly #wellFormed = new WellFormed();
  #reply = '';
  /** How much of the reply was let through; white space at its start is skipped. */
  #released = 0;
  #begun = false;
  #suspended = false;

  /** Whether the structured block has begun, so that the prose is complete. */
  get proseComplete(): boolean {
    return this.#suspended;
  }

  push(text: string): string {
    this.#reply += this.#wellFormed.take(text);
    if (this.#suspended) return '';
    return this.#release(this.#holdFrom());
  }

  /** The reply as a whole, and what of its prose was not let through before. */
  end(): SplitReply & { readonly rest: string } {
    this.#reply += this.#wellFormed.end();
    const split = splitReply(this.#reply);
    const before = this.#reply.slice(0, this.#released).trimStart();
    return { ...split, rest: split.prose.slice(before.length) };
  }

  #release(end: number): string {
    let from = this.#released;
    if (!this.#begun) from = end - this.#reply.slice(0, end).trimStart().length;
    const text = this.#reply.slice(from, end).trimEnd();
    if (text === '') return '';
    this.#begun = true;
    this.#released = from + text.length;
    return text;
  }

  /** The first place at which the block may begin; the end of the text when there is no such place. */
  #holdFrom(): number {
    const fence = this.#reply.indexOf('```', this.#released);
    const object = this.#objectFrom();
    if (fence !== -1 || object.certain) {
      this.#suspended = true;
      return Math.min(fence === -1 ? object.at : fence, object.at);
    }
    const ticks = /`{1,2}$/.exec(this.#reply);
    return Math.min(ticks?.index ?? this.#reply.length, object.at);
  }

  #objectFrom(): { readonly at: number; readonly certain: boolean } {
    // One step back, since the line break before the object may already be behind us.
    const pattern = new RegExp(OBJECT_START);
    pattern.lastIndex = Math.max(0, this.#released - 1);
    for (let match = pattern.exec(this.#reply); match !== null; match = pattern.exec(this.#reply)) {
      const certain = match[2] !== '';
      const undecided = !certain && match.index + match[0].length === this.#reply.length;
      if (certain || undecided) return { at: match.index, certain };
    }
    return { at: this.#reply.length, certain: false };
  }
}
