import { matchesOf } from '#engine/kit/matches-of.ts';

/** So many words are held back while a sentence goes on. */
const HELD_WORDS = 12;
/** So many of them stay behind when the others are let go, so that a clause is not judged by half. */
const KEPT_WORDS = 6;

const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2}|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu;

/**
 * Where a long unfinished sentence may be cut, and up to where its words are whole; null while it is short. The last word may
 * still be growing and is not counted.
 */
export function wordCut(pending: string): { readonly cut: number; readonly seen: number } | null {
  const ends = matchesOf(WORD, pending).map(({ 0: word, index }) => index + word.length);
  const whole = ends.at(-1) === pending.length ? ends.slice(0, -1) : ends;
  const seen = whole.at(-1);
  const cut = whole[whole.length - 1 - KEPT_WORDS];
  return whole.length <= HELD_WORDS || cut === undefined || seen === undefined ? null : { cut, seen };
}
