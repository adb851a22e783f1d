import { createHash } from 'node:crypto';
import type { PlayerPrompt } from '#engine/live/player-prompt.ts';
import { findFacesFault } from '#engine/rules/dice.ts';
import type { TextDigests } from '#engine/store/chat-answers.ts';

const START_CHARACTERS = 60;

/** Returns the digests of a text without its white space, which clients change. */
export function digestText(text: string): TextDigests {
  const plain = text.normalize('NFC').replace(/\s+/g, '');
  return { text: digest(plain), textStart: digest(plain.slice(0, START_CHARACTERS)) };
}

export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Returns what a text has behind its beginning, white space aside; null when it begins otherwise. */
export function findRest(whole: string, beginning: string): string | null {
  const wanted = beginning.replace(/\s+/g, '');
  let matched = 0;
  for (let index = 0; index < whole.length; index += 1) {
    if (matched === wanted.length) return whole.slice(index);
    if (/\s/.test(whole.charAt(index))) continue;
    if (whole.charAt(index) !== wanted.charAt(matched)) return null;
    matched += 1;
  }
  return null;
}

/** Writes choices or options as numbered lines. The number is a valid answer. */
export function writeNumbered(texts: readonly string[]): string {
  return texts.map((text, index) => `${index + 1}. ${text}`).join('\n');
}

/** Writes what play waits for, with the ways to answer it in words. */
export function writePrompt(prompt: PlayerPrompt): string {
  if (prompt.kind === 'question') {
    return [prompt.question, writeNumbered(prompt.options)].filter((part) => part !== '').join('\n\n');
  }
  const { label, dice, target, rows } = prompt;
  const against = target === undefined ? '' : ` vs ${target.kind} ${target.value}`;
  const table = rows.map(({ from, to, text }) => `${from === to ? from : `${from}–${to}`}: ${text}`);
  return [
    `${label}: ${dice}${against}`,
    table.join('\n'),
    'Write what your dice show, or anything else and the engine rolls.',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

const NUMBER = /^\s*(\d{1,2})\s*[.)]?\s*$/;

/** Returns the index of the line that a player names by its number alone; null for any other text. */
export function findNumbered(playerText: string, count: number): number | null {
  const number = Number(NUMBER.exec(playerText)?.[1] ?? 0);
  return number >= 1 && number <= count ? number - 1 : null;
}

/**
 * Returns the faces a player wrote among other words: the first numbers that the dice can show together. Returns null when the text
 * has no numbers, and the engine rolls.
 */
export function readFaces(playerText: string, dice: string): number[] | null {
  const numbers = (playerText.match(/\d{1,4}/g) ?? []).map(Number);
  if (numbers.length === 0) return null;
  const counts = numbers.map((_, index) => numbers.length - index);
  const fitting = counts.find((count) => findFacesFault(dice, numbers.slice(0, count), 'allowed') === null);
  // Numbers that do not fit are sent as they are; the refusal says which would be right.
  return numbers.slice(0, fitting ?? numbers.length);
}
