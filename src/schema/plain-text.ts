import { z } from 'zod';

/** Line ends and tabs are text; other control characters and broken surrogate pairs are not, and no database agrees on them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;

/** Text a person wrote, trimmed: not empty, not too long, and really text. */
export function plainText(most: number, ifEmpty: string, ifLong: string) {
  return z
    .string()
    .trim()
    .min(1, `is empty; ${ifEmpty}`)
    .max(most, `is longer than ${most} characters; ${ifLong}`)
    .refine(
      (text) => text.isWellFormed() && !CONTROL.test(text),
      'holds characters that are no text; leave them out',
    );
}
