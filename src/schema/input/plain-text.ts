import { z } from 'zod';
import { isPlainText } from '#engine/util/plain-text.ts';

/** Letters, digits, punctuation and symbols. Joining and direction characters alone cannot be read. */
const READABLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Longest text of a player. */
export const MOST_PLAYER_CHARACTERS = 4_000;

/** Creates the schema for text of a person, trimmed: not empty, not too long, and readable. */
export function createPlainTextSchema(most: number, ifEmpty: string, ifLong: string) {
  return z
    .string()
    .trim()
    .min(1, `The text is empty; ${ifEmpty}`)
    .max(most, `The text is longer than ${most} characters; ${ifLong}`)
    .refine(isPlainText, 'The text holds characters that are no text; leave them out')
    .refine((text) => READABLE.test(text) || text === '', `The text has nothing to read in it; ${ifEmpty}`);
}

/** Text of a player: an action, a speech or an answer. */
export const PlayerText = createPlainTextSchema(
  MOST_PLAYER_CHARACTERS,
  'say what your character does or says',
  'say it in several turns',
);
