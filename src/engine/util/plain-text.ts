/** Line ends and tabs are text; other control characters and broken surrogate pairs are not, and no database agrees on them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g;

export function isPlainText(text: string): boolean {
  return text.isWellFormed() && text.search(CONTROL) === -1;
}

/** The same without control characters, and with half characters replaced. */
export function toPlainText(text: string): string {
  return text.replace(CONTROL, '').toWellFormed();
}

/** A reviver for `JSON.parse`: what no text may hold can still be written as an escape. */
export function toPlainStrings(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? toPlainText(value) : value;
}
