import { isKnownMeaning, type Meanings } from './meanings.ts';
import type { NarrationFacts } from './narration-facts.ts';
import { leak, nearestByWords, stretchesOf } from './secrets.ts';
import type { Verdict } from './verdict.ts';

/** From this share of its telling words on, a sentence tells the secret. */
const SAME_WORDS = 0.6;
const FEWEST_SHARED = 4;
/** With this much of its words a sentence is looked at by its meaning. */
const SOME_WORDS = 0.34;
const FEWEST_SOME = 2;

/** Finds a secret told in other words. Without meanings only shared words are looked at. */
export function paraphraseVerdicts(
  prose: string,
  facts: NarrationFacts,
  meanings: Meanings | null,
): readonly Verdict[] {
  const stretches = stretchesOf(prose);
  return facts.secrets.flatMap((secret) => {
    const { stretch, share, shared } = nearestByWords(secret, stretches, facts);
    if (share >= SAME_WORDS && shared >= FEWEST_SHARED) return [leak(stretch, 'tells in other words')];
    if (meanings === null || share < SOME_WORDS || shared < FEWEST_SOME) return [];
    return isKnownMeaning(secret, stretch, meanings) ? [leak(stretch, 'tells in other words')] : [];
  });
}
