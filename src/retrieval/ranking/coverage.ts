import type { Candidate } from './candidate.ts';
import { contentWords } from './content-words.ts';
import { folded, stem } from './stem.ts';

/** The share of a question's words that a text has, whatever their endings. */
export function coverageOf(words: readonly string[], text: string): number {
  const asked = new Set(words.map((word) => stem(folded(word))));
  if (asked.size === 0) return 0;
  const said = new Set(contentWords(folded(text)).map(stem));
  return [...asked].filter((word) => said.has(word)).length / asked.size;
}

/**
 * How far the full text can be trusted: the most of the question that one of its best answers covers. Whoever asks in
 * other words than the lore is written in gets answers that share a stray word, and the meaning must decide.
 */
export function trustInWords(candidates: readonly Candidate[]): number {
  const known = candidates.flatMap(({ coverage }) => coverage ?? []);
  return known.length === 0 ? 1 : Math.max(...known);
}
