import { toPlainText } from '#engine/util/plain-text.ts';
import { WellFormed } from './well-formed.ts';

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
export class JsonStringField {
  readonly #names: ReadonlySet<string>;
  readonly #wellFormed = new WellFormed();
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

  /** What can still be passed on when no more is coming. */
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

/** By UTF-16 unit, not by character: a piece may begin or end inside one. */
function splitUnits(text: string): string[] {
  return text.split('');
}
