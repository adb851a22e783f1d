import { JsonStringField } from './json-string-field.ts';
import { ProseSplitter } from './prose-splitter.ts';
import { readJson } from './read-json.ts';

/** The names under which a reply that is JSON from its first character may keep its prose. */
const PROSE_FIELDS = ['narration', 'prose', 'narration_text', 'final_text', 'narrative'] as const;

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

/**
 * Reads a narration in either of its forms, prose and then a block, or one JSON object with the prose in it, and lets
 * the prose through as it comes.
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
    const start = this.#text.trimStart();
    if (start === '') return '';
    this.#form = /^[{`]/.test(start) ? new WholeObject() : new ProseSplitter();
    return this.#form.push(this.#text);
  }

  end(): ReadNarration {
    if (this.#form instanceof WholeObject) return this.#form.end();
    const { prose, block, rest } = (this.#form ?? new ProseSplitter()).end();
    if (block === null)
      return { prose, rest, block: '', outcome: missing('There is no JSON block after the prose.') };
    const json = readJson(block);
    return { prose, rest, block, outcome: json.found ? { found: true, value: json.value } : json };
  }
}

/** A reply that is one JSON object, fenced or not. */
class WholeObject {
  readonly #field = new JsonStringField(PROSE_FIELDS);
  #text = '';
  #released = '';

  get proseComplete(): boolean {
    return this.#field.done;
  }

  push(text: string): string {
    this.#text += text;
    const delta = this.#field.push(text);
    this.#released += delta;
    return delta;
  }

  end(): ReadNarration {
    const rest = this.#field.end();
    const json = readJson(this.#text);
    const prose = this.#released + rest;
    if (!json.found) return { prose, rest, block: this.#text, outcome: json };
    return { prose, rest, block: this.#text, outcome: { found: true, value: outcomeIn(json.value) } };
  }
}

/** The structured half of a whole object: what is left without its prose, or what it keeps under `outcome`. */
function outcomeIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('outcome' in value && typeof value.outcome === 'object' && value.outcome !== null) return value.outcome;
  const isProse = (key: string) => PROSE_FIELDS.some((field) => field === key);
  return Object.fromEntries(Object.entries(value).filter(([key]) => !isProse(key)));
}

function missing(problem: string): { readonly found: false; readonly problem: string } {
  return { found: false, problem };
}
