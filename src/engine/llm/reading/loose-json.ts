import { toPlainText } from '#engine/util/plain-text.ts';

/** A value read from a text, and where the text goes on behind it. */
export type LooseValue = { readonly value: unknown; readonly end: number };

const DEEPEST = 100;
const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '“': '”"',
  '„': '“”"',
  '‘': '’',
};
const LITERALS = new Map<string, boolean | null>([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['null', null],
  ['None', null],
  ['undefined', null],
]);
const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const SPACE = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const WORD = /[A-Za-z_$][\w$-]*/y;
/** Text allowed behind a comma that ends a value: a value, a key, or the end of a list with one comma too many. */
const NEXT = /[\s]*(?:["'“„‘{[}\]+\-\d]|\/[/*]|[A-Za-z_$][\w$-]*\s*:|(?:true|false|null|True|False|None)\b)/y;

/**
 * Reads a value that is JSON in all but its writing. Accepts comments, too many or too few commas, other quotation marks and
 * keys without any. Accepts line breaks and quotations inside strings, and the words of other languages for true and nothing.
 * Returns null for any other text, and for text that breaks off: missing content is never made up.
 */
export function readLooseJson(text: string, from = 0): LooseValue | null {
  const reader = new LooseReader(text, from);
  try {
    const value = reader.value(0);
    return { value, end: reader.at };
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

class Unreadable extends Error {}

class LooseReader {
  readonly #text: string;
  at: number;

  constructor(text: string, from: number) {
    this.#text = text;
    this.at = from;
  }

  value(depth: number): unknown {
    this.#match(SPACE);
    const first = this.#text[this.at] ?? '';
    if (depth > DEEPEST) throw new Unreadable();
    if (first === '{') return this.#object(depth);
    if (first === '[') return this.#list(depth);
    if (first in CLOSING) return this.#string(first);
    const number = this.#match(NUMBER);
    if (number !== '') return Number(number);
    const literal = LITERALS.get(this.#match(WORD));
    if (literal === undefined) throw new Unreadable();
    return literal;
  }

  #object(depth: number): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    this.#items('}', () => {
      const quote = this.#text[this.at] ?? '';
      const key = quote in CLOSING ? this.#string(quote) : this.#match(WORD);
      this.#match(SPACE);
      if (key === '' || this.#text[this.at] !== ':') throw new Unreadable();
      this.at += 1;
      entries.push([key, this.value(depth + 1)]);
    });
    return Object.fromEntries(entries);
  }

  #list(depth: number): unknown[] {
    const items: unknown[] = [];
    this.#items(']', () => items.push(this.value(depth + 1)));
    return items;
  }

  /** Reads the items between brackets, separated by commas, or by line breaks where the commas were forgotten. */
  #items(closing: string, read: () => void): void {
    this.at += 1;
    for (;;) {
      this.#match(SPACE);
      if (this.#text[this.at] === closing) break;
      read();
      const gap = this.#match(SPACE);
      if (this.#text[this.at] === ',') this.at += 1;
      else if (this.#text[this.at] !== closing && !gap.includes('\n')) throw new Unreadable();
    }
    this.at += 1;
  }

  #string(quote: string): string {
    const closings = CLOSING[quote] ?? '';
    let read = '';
    for (this.at += 1; this.at < this.#text.length; this.at += 1) {
      const unit = this.#text[this.at] ?? '';
      if (unit === '\\') read += this.#escape();
      else if (closings.includes(unit) && this.#endsHere()) {
        this.at += 1;
        return toPlainText(read);
      } else read += unit;
    }
    throw new Unreadable();
  }

  #escape(): string {
    this.at += 1;
    const unit = this.#text[this.at] ?? '';
    if (unit !== 'u') return ESCAPES[unit] ?? unit;
    const code = this.#text.slice(this.at + 1, this.at + 5);
    if (!/^[0-9a-fA-F]{4}$/.test(code)) throw new Unreadable();
    this.at += 4;
    return String.fromCharCode(Number.parseInt(code, 16));
  }

  /** Tells whether a quotation mark ends its string. A mark that is not followed by the next item belongs to the text. */
  #endsHere(): boolean {
    SPACE.lastIndex = this.at + 1;
    const gap = SPACE.exec(this.#text)?.[0] ?? '';
    const next = this.at + 1 + gap.length;
    const unit = this.#text[next];
    if (unit === undefined || unit === ':' || unit === '}' || unit === ']') return true;
    if (unit !== ',') return gap.includes('\n') && (unit in CLOSING || unit === '{');
    NEXT.lastIndex = next + 1;
    return NEXT.test(this.#text);
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }
}
