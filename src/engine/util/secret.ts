import { inspect } from 'node:util';

/**
 * Value that must never be printed: it hides from JSON, string templates and `console`. Call `reveal()` at the last
 * moment.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return '[secret]';
  }

  toJSON(): string {
    return '[secret]';
  }

  [inspect.custom](): string {
    return '[secret]';
  }
}
