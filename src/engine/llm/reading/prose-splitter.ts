import { type SplitReply, splitReply } from './find-json.ts';
import { canBeginWithLabel, findPossibleLabel, measureOpeningLabels } from './labels.ts';
import { SurrogatePairBuffer } from './surrogate-pairs.ts';

const OBJECT_START = /(?:^|\n)[^\S\n]*\{(\s*)(["'“}]?)/g;
const FENCE = /```|~~~/g;
const FENCE_BEGUN = /`{1,2}$|~{1,2}$/;
/** A fence that holds nothing: it ends one that was opened before the prose. */
const CLOSING_FENCE = /\n?(?:```|~~~)[^\S\n]*(?=\n|$)/;

/**
 * Passes the prose of a reply on while the reply is still being written. Holds back text that may turn out to be the start of
 * the structured block, or a label of either. The text passed on is always the beginning of the final prose.
 */
export class ProseSplitter {
  readonly #wellFormed = new SurrogatePairBuffer();
  readonly #isFenced: boolean;
  #reply = '';
  /** Length of the reply that was passed on; white space and labels at its start are skipped. */
  #released = 0;
  #begun = false;
  #suspended = false;

  /** Takes `isFenced` when a fence was opened before the first word and is closed somewhere behind it. */
  constructor({ isFenced = false }: { readonly isFenced?: boolean } = {}) {
    this.#isFenced = isFenced;
  }

  /** Whether the structured block has begun, so that the prose is complete. */
  get proseComplete(): boolean {
    return this.#suspended;
  }

  push(text: string): string {
    this.#reply += this.#wellFormed.take(text);
    if (this.#suspended) return '';
    return this.#release(this.#holdFrom());
  }

  /** Returns the reply as a whole, and the prose that was not passed on before. */
  end(): SplitReply & { readonly rest: string } {
    this.#reply += this.#wellFormed.end();
    const whole = this.#isFenced ? this.#reply.replace(CLOSING_FENCE, '\n\n') : this.#reply;
    const split = splitReply(whole);
    const released = this.#reply.slice(0, this.#released);
    const before = released.slice(measureOpeningLabels(released)).trimStart();
    return { ...split, rest: split.prose.slice(before.length) };
  }

  #release(end: number): string {
    let from = this.#released;
    const held = this.#reply.slice(from, end);
    if (!this.#begun) {
      const told = held.slice(measureOpeningLabels(held));
      if (canBeginWithLabel(told)) return '';
      from = end - told.trimStart().length;
    }
    const text = this.#reply.slice(from, end).trimEnd();
    if (text === '') return '';
    this.#begun = true;
    this.#released = from + text.length;
    return text;
  }

  /** Finds the first place at which the block may begin; returns the end of the text when there is none. */
  #holdFrom(): number {
    const pattern = new RegExp(FENCE);
    pattern.lastIndex = this.#released;
    const fence = pattern.exec(this.#reply)?.index ?? -1;
    const object = this.#objectFrom();
    if (fence !== -1 || object.certain) {
      this.#suspended = true;
      const end = Math.min(fence === -1 ? object.at : fence, object.at);
      return Math.min(end, this.#labelFrom(end));
    }
    const ticks = FENCE_BEGUN.exec(this.#reply);
    const end = Math.min(ticks?.index ?? this.#reply.length, object.at);
    return Math.min(end, this.#labelFrom(end));
  }

  /** Finds a label in the text that was not passed on yet; only that can be held. A label is a line of its own. */
  #labelFrom(end: number): number {
    const from = Math.max(0, this.#released - 1);
    return from + findPossibleLabel(this.#reply.slice(from, end));
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
