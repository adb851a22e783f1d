import { ProseSplitter } from './prose-splitter.ts';
import type { FoundJson } from './read-json.ts';
import { readJson } from './read-json.ts';
import { outcomeIn, WholeObject } from './whole-object.ts';

/** A narration that has been read to its end. */
export type ReadNarration = {
  readonly prose: string;
  /** What of the prose was not let through before. */
  readonly rest: string;
  /** The structured half as it was written. */
  readonly block: string;
  /** The structured half, or what is wrong with it. */
  readonly outcome:
    | { readonly found: true; readonly value: unknown }
    | { readonly found: false; readonly problem: string };
};

/** A fence at the very beginning, and the first character of what it holds. */
const OPENING_FENCE = /^(?:```|~~~)[^\S\n]*[\w+.-]*[^\S\n]*(?:\n\s*|(?=[{[]))(\S)?/;

/**
 * Reads a narration in any of its forms, prose and then a block, a block and then prose, or one JSON object with the prose in it, and
 * lets the prose through as it comes.
 */
export class NarrationReader {
  #text = '';
  #form: ProseSplitter | WholeObject | null = null;

  /** Whether all of the prose has been read. */
  get proseComplete(): boolean {
    return this.#form?.proseComplete ?? false;
  }

  push(text: string): string {
    this.#text += text;
    if (this.#form !== null) return this.#form.push(text);
    return this.#begin(false);
  }

  end(): ReadNarration {
    const late = this.#form === null ? this.#begin(true) : '';
    if (this.#form instanceof WholeObject) return this.#form.end();
    const { prose, block, rest } = (this.#form ?? new ProseSplitter()).end();
    const unsaid = late + rest;
    if (block === null)
      return { prose, rest: unsaid, block: '', outcome: missing('There is no JSON block after the prose.') };
    return { prose, rest: unsaid, block, outcome: outcomeOf(readJson(block)) };
  }

  /** Decides, once that is certain, in which form the narration comes. */
  #begin(isAll: boolean): string {
    const start = this.#text.trimStart();
    if (start === '') return '';
    if (start.startsWith('{')) this.#form = new WholeObject();
    else if (/^(?:`{1,2}|~{1,2})$/.test(start) && !isAll) return '';
    else if (!/^(?:```|~~~)/.test(start)) this.#form = new ProseSplitter();
    else return this.#beginFenced(start, isAll);
    return this.#form.push(this.#text);
  }

  #beginFenced(start: string, isAll: boolean): string {
    const fence = OPENING_FENCE.exec(start);
    const first = fence?.[1];
    if (first === undefined && !isAll) return '';
    if (fence === null || first === undefined || /[{[]/.test(first)) {
      this.#form = new WholeObject();
      return this.#form.push(start);
    }
    this.#form = new ProseSplitter({ isFenced: true });
    return this.#form.push(start.slice(fence[0].length - first.length));
  }
}

function outcomeOf(json: FoundJson): ReadNarration['outcome'] {
  return json.found ? { found: true, value: outcomeIn(json.value) } : json;
}

function missing(problem: string): { readonly found: false; readonly problem: string } {
  return { found: false, problem };
}
