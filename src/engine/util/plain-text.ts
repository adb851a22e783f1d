/** Matches control characters except line ends and tabs. Databases disagree on them and on broken surrogate pairs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g;

export function isPlainText(text: string): boolean {
  return text.isWellFormed() && text.search(CONTROL) === -1;
}

/** Checks whether every database can keep a text: PostgreSQL refuses NUL and halves of characters. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Checks all texts and keys of a JSON value, however deep it nests. */
export function hasStorableTexts(value: unknown): boolean {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    const isObject = typeof next === 'object' && next !== null;
    const texts = typeof next === 'string' ? [next] : Object.keys(isObject ? next : {});
    if (!texts.every(isStorableText)) return false;
    for (const part of isObject ? Object.values(next) : []) open.push(part);
  }
  return true;
}

/** Removes control characters and replaces broken surrogate pairs. */
export function toPlainText(text: string): string {
  return text.replace(CONTROL, '').toWellFormed();
}

/** Cleans strings as a reviver for `JSON.parse`: JSON escapes can still write forbidden characters. */
export function toPlainStrings(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? toPlainText(value) : value;
}
