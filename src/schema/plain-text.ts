import { z } from 'zod';
import { isPlainText } from '#engine/kit/plain-text.ts';

/** Text a person wrote, trimmed: not empty, not too long, and really text. */
export function plainText(most: number, ifEmpty: string, ifLong: string) {
  return z
    .string()
    .trim()
    .min(1, `is empty; ${ifEmpty}`)
    .max(most, `is longer than ${most} characters; ${ifLong}`)
    .refine(isPlainText, 'holds characters that are no text; leave them out');
}
