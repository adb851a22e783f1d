import { toPlainText } from '#engine/util/plain-text.ts';
import { type FoundJson, readJson, type SplitReply, splitReply } from './find-json.ts';
import { canBeginWithLabel, findPossibleLabel, measureOpeningLabels } from './labels.ts';
import { readLooseJson } from './loose-json.ts';
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
class ProseSplitter {
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

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

type Role = 'key' | 'wanted' | 'other';

/**
 * Reads one string field of a JSON object while the object is still being written. Fed any pieces of the text, it gives back
 * the field's value as far as it is known, decoded, and never half an escape or half a character.
 */
class JsonStringField {
  readonly #names: ReadonlySet<string>;
  readonly #wellFormed = new SurrogatePairBuffer();
  readonly #containers: string[] = [];
  #inString = false;
  #escape: string | null = null;
  #role: Role = 'other';
  #expectsKey = false;
  #key = '';
  #found = '';
  #done = false;

  /** `names` are the names the field may go by; the first of them to turn up is read. */
  constructor(names: readonly string[]) {
    this.#names = new Set(names);
  }

  /** Whether the whole value has been read. */
  get done(): boolean {
    return this.#done;
  }

  push(text: string): string {
    this.#found = '';
    for (const unit of splitUnits(text)) {
      if (this.#done) break;
      if (this.#inString) this.#readString(unit);
      else this.#readStructure(unit);
    }
    return toPlainText(this.#wellFormed.take(this.#found)) + (this.#done ? this.#wellFormed.end() : '');
  }

  /** Returns the text that can still be passed on when no more is coming. */
  end(): string {
    return this.#wellFormed.end();
  }

  #readStructure(unit: string): void {
    if (unit === '"') this.#openString();
    else if (unit === '{' || unit === '[') {
      this.#containers.push(unit);
      this.#expectsKey = unit === '{';
    } else if (unit === '}' || unit === ']') {
      this.#containers.pop();
      this.#expectsKey = false;
    } else if (unit === ',') this.#expectsKey = this.#containers.at(-1) === '{';
    else if (unit === ':') this.#expectsKey = false;
  }

  #openString(): void {
    if (this.#containers.length === 0) return;
    this.#inString = true;
    const atTop = this.#containers.length === 1;
    if (atTop && this.#expectsKey) {
      this.#role = 'key';
      this.#key = '';
    } else {
      this.#role = atTop && this.#names.has(this.#key) ? 'wanted' : 'other';
    }
  }

  #readString(unit: string): void {
    if (this.#escape !== null) this.#readEscape(this.#escape + unit);
    else if (unit === '\\') this.#escape = '';
    else if (unit === '"') this.#closeString();
    else this.#keep(unit);
  }

  #readEscape(sequence: string): void {
    const isUnicode = sequence.startsWith('u');
    if (isUnicode && sequence.length < 5) {
      this.#escape = sequence;
      return;
    }
    this.#escape = null;
    const code = Number.parseInt(sequence.slice(1), 16);
    if (isUnicode) this.#keep(Number.isNaN(code) ? '' : String.fromCharCode(code));
    else this.#keep(ESCAPES[sequence] ?? sequence);
  }

  #keep(unit: string): void {
    if (this.#role === 'key') this.#key += unit;
    else if (this.#role === 'wanted') this.#found += unit;
  }

  #closeString(): void {
    this.#inString = false;
    if (this.#role === 'wanted') this.#done = true;
  }
}

/** Splits by UTF-16 unit, not by character: a piece may begin or end inside one. */
function splitUnits(text: string): string[] {
  return text.split('');
}

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
const LEADING_FENCE = /^\s*(?:```|~~~)/;

/** Reads a reply that begins with a JSON object, fenced or not. Mostly the prose is in it; now and then it follows. */
class JsonNarration {
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
    return { prose, rest, block: this.#text, outcome: { found: true, value: extractOutcome(json.value) } };
  }

  /** Reads the prose behind a block that came first. */
  #proseBehind(): ReadNarration {
    const text = this.#text;
    const first = readLooseJson(text, Math.max(0, text.search(/[{[]/)));
    const behind = first === null ? '' : text.slice(first.end).replace(LEADING_FENCE, '');
    const { prose, block } = splitReply(behind);
    const json = readJson(prose === '' || block === null ? text.slice(0, first?.end) : block);
    const outcome = json.found ? { found: true as const, value: extractOutcome(json.value) } : json;
    return { prose, rest: prose, block: text, outcome };
  }
}

/** Extracts the structured half of a value: unwraps the value and removes its prose. */
function extractOutcome(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 1 ? extractOutcome(value[0]) : value;
  if (typeof value !== 'object' || value === null) return value;
  const fields: Readonly<Record<string, unknown>> = { ...value };
  for (const wrapper of WRAPPERS) {
    const wrapped = fields[wrapper];
    if (typeof wrapped === 'object' && wrapped !== null) return extractOutcome(wrapped);
  }
  const isProse = (key: string) => PROSE_FIELDS.some((field) => field === key);
  return Object.fromEntries(Object.entries(fields).filter(([key]) => !isProse(key)));
}

/** A narration that has been read to its end. */
export type ReadNarration = {
  readonly prose: string;
  /** Prose that was not passed on before. */
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
 * Reads a narration and passes its prose on as it comes. Accepts prose and then a block, a block and then prose, or one JSON
 * object with the prose in it.
 */
export class NarrationReader {
  #text = '';
  #form: ProseSplitter | JsonNarration | null = null;

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
    if (this.#form instanceof JsonNarration) return this.#form.end();
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
    if (start.startsWith('{')) this.#form = new JsonNarration();
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
      this.#form = new JsonNarration();
      return this.#form.push(start);
    }
    this.#form = new ProseSplitter({ isFenced: true });
    return this.#form.push(start.slice(fence[0].length - first.length));
  }
}

function outcomeOf(json: FoundJson): ReadNarration['outcome'] {
  return json.found ? { found: true, value: extractOutcome(json.value) } : json;
}

function missing(problem: string): { readonly found: false; readonly problem: string } {
  return { found: false, problem };
}
