import type { Token } from './narrated.ts';
import { EMOTIONS } from './small-words.ts';

const REACH_OF_FEELING = 6;

/** Whether an emotion soon follows `feel`. */
export function feels(tokens: readonly Token[], from: number): boolean {
  const near = tokens.slice(from, from + REACH_OF_FEELING);
  const stop = near.findIndex(({ kind }) => kind !== 'word');
  return (stop === -1 ? near : near.slice(0, stop)).some(({ lower }) => EMOTIONS.has(lower));
}

const VERY = /^(?:so|very)$/;
/** Feelings only with `of` behind them. */
const OF_SOMETHING = /^(?:tired|sick|weary|fond)$/;

/** Whether what somebody is said to be is what they feel: `so very afraid`, `in love`, `tired of it`. */
export function isFeeling(tokens: readonly Token[], from: number): boolean {
  let at = from;
  while (VERY.test(tokens[at]?.lower ?? '')) at += 1;
  const [word = '', next = ''] = tokens.slice(at, at + 2).map(({ lower }) => lower);
  if (word === 'in') return EMOTIONS.has(next);
  return EMOTIONS.has(word) || (OF_SOMETHING.test(word) && next === 'of');
}
