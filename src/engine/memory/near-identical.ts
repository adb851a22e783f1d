import { pairWords } from './likeness/pair-words.ts';
import { readStatement, type Statement } from './likeness/statement.ts';
import { keepsWordOrder } from './likeness/word-order.ts';
import { FIRM_WORDS } from './likeness/words.ts';

/**
 * The share of words two statements have in common (0 to 1), or 0 when they may not say the same: when each has
 * a word the other lacks, when the surplus is a negation, number, name or another word that changes what is
 * claimed, or when the order of the words turned. Case, punctuation, accents, articles, contractions and the
 * tense of regular verbs make no difference. Where in doubt the answer is 0: remembering something twice is
 * cheaper than taking two things for one.
 */
export function likeness(first: Statement, second: Statement): number {
  const longer = Math.max(first.words.length, second.words.length);
  if (longer === 0 || !couldPair(first, second)) return 0;
  const pairing = pairWords(first, second);
  if (pairing.onlyFirst.length > 0 && pairing.onlySecond.length > 0) return 0;
  const surplus = [...pairing.onlyFirst, ...pairing.onlySecond];
  const names = new Set([...first.names, ...second.names]);
  if (surplus.some((word) => FIRM_WORDS.has(word) || names.has(word) || /^\d/.test(word))) return 0;
  return keepsWordOrder(pairing) ? pairing.shared.length / longer : 0;
}

/** Whether two observations are near enough to be one that came up twice. */
export function isNearIdentical(first: string, second: string, threshold: number): boolean {
  return likeness(readStatement(first), readStatement(second)) >= threshold;
}

/**
 * A quick look that rules out nearly every pair: the shorter statement may have no word of its own, except
 * another tense of a word of the longer one, which begins alike.
 */
function couldPair(first: Statement, second: Statement): boolean {
  const [shorter, longer] = first.words.length < second.words.length ? [first, second] : [second, first];
  for (const word of shorter.distinct) {
    if (longer.distinct.has(word)) continue;
    const beginning = word.slice(0, 2);
    if (!longer.words.some((other) => other.startsWith(beginning))) return false;
  }
  return true;
}
