import type { WordPairing } from './pair-words.ts';
import { isMovable } from './words.ts';

/**
 * Whether shared words come in the same order, or the sentence was only turned around at one point ("In the
 * cellar he hid it" / "He hid it in the cellar"). Anything else may have swapped who did what to whom.
 * Adverbs that can stand anywhere do not count.
 */
export function keepsWordOrder({ shared }: WordPairing): boolean {
  const places = shared.filter(({ word }) => !isMovable(word)).map(({ at }) => at);
  const turns = places.flatMap((place, index) => (place < (places[index - 1] ?? -1) ? [index] : []));
  if (turns.length === 0) return true;
  const [turn = 0] = turns;
  if (turns.length > 1 || turn < 2 || places.length - turn < 2) return false;
  return (places.at(-1) ?? 0) < (places[0] ?? 0);
}
