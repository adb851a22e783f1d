import { JsonStringField } from './json-string-field.ts';
import { readLooseJson } from './loose-json.ts';
import type { ReadNarration } from './narration-reader.ts';
import { readJson } from './read-json.ts';
import { splitReply } from './split-reply.ts';

/** The names under which a reply that is JSON from its first character may keep its prose. */
const PROSE_FIELDS = [
  'narration',
  'prose',
  'narration_text',
  'final_text',
  'narrative',
  'story',
  'text',
  'response',
] as const;
/** The names under which a structured half may be wrapped up. */
const WRAPPERS = ['outcome', 'arguments', 'parameters', 'json', 'result'] as const;
const CLOSING_FENCE = /^\s*(?:```|~~~)/;

/** A reply that begins with a JSON object, fenced or not: mostly the prose is in it, now and then it follows. */
export class WholeObject {
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
    const prose = this.#released + rest;
    if (prose === '') return this.#proseBehind();
    const json = readJson(this.#text);
    if (!json.found) return { prose, rest, block: this.#text, outcome: json };
    return { prose, rest, block: this.#text, outcome: { found: true, value: outcomeIn(json.value) } };
  }

  /** The block came first: whatever stands behind it is the prose. */
  #proseBehind(): ReadNarration {
    const text = this.#text;
    const first = readLooseJson(text, Math.max(0, text.search(/[{[]/)));
    const behind = first === null ? '' : text.slice(first.end).replace(CLOSING_FENCE, '');
    const { prose, block } = splitReply(behind);
    const json = readJson(prose === '' || block === null ? text.slice(0, first?.end) : block);
    const outcome = json.found ? { found: true as const, value: outcomeIn(json.value) } : json;
    return { prose, rest: prose, block: text, outcome };
  }
}

/** The structured half of a value: what is left without its prose, out of whatever it is wrapped up in. */
export function outcomeIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 1 ? outcomeIn(value[0]) : value;
  if (typeof value !== 'object' || value === null) return value;
  const fields: Readonly<Record<string, unknown>> = { ...value };
  for (const wrapper of WRAPPERS) {
    const wrapped = fields[wrapper];
    if (typeof wrapped === 'object' && wrapped !== null) return outcomeIn(wrapped);
  }
  const isProse = (key: string) => PROSE_FIELDS.some((field) => field === key);
  return Object.fromEntries(Object.entries(fields).filter(([key]) => !isProse(key)));
}
