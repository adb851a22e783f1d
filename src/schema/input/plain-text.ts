import { z } from 'zod';
import { isPlainText } from '#engine/util/plain-text.ts';

/** Letters, figures, marks and pictures; what is only there to join or turn them cannot be read by itself. */
const READABLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Text a person wrote, trimmed: not empty, not too long, and really text. */
export function createPlainTextSchema(most: number, ifEmpty: string, ifLong: string) {
  return z
    .string()
    .trim()
    .min(1, `is empty; ${ifEmpty}`)
    .max(most, `is longer than ${most} characters; ${ifLong}`)
    .refine(isPlainText, 'holds characters that are no text; leave them out')
    .refine((text) => READABLE.test(text) || text === '', `has nothing to read in it; ${ifEmpty}`);
}
