import { isKnownMeaning, type Meanings } from './meanings.ts';
import type { NarrationFacts } from './narration-facts.ts';
import { leak, nearestByWords, stretchesOf } from './secrets.ts';
import type { Verdict } from './verdict.ts';

/** From this share of its telling words on, a sentence tells the secret. */
const SAME_WORDS = 0.55;
const FEWEST_SHARED = 4;
/** Of a secret with few telling words this share, and no fewer. */
const ALMOST_ALL = 0.75;
const FEWEST_OF_ALL = 3;
/** With this much of its words a sentence is looked at by its meaning. */
const SOME_WORDS = 0.34;
const FEWEST_SOME = 2;

/** A stretch of prose that comes near a secret, and whether its words alone say that it tells it. */
export type NearSecret = { readonly secret: string; readonly stretch: string; readonly isTold: boolean };

export function nearSecrets(prose: string, facts: NarrationFacts): readonly NearSecret[] {
  const stretches = stretchesOf(prose);
  return facts.secrets.flatMap((secret) => {
    const { stretch, share, shared } = nearestByWords(secret, stretches, facts);
    const isTold =
      (share >= SAME_WORDS && shared >= FEWEST_SHARED) || (share >= ALMOST_ALL && shared >= FEWEST_OF_ALL);
    const isNear = share >= SOME_WORDS && shared >= FEWEST_SOME;
    return isTold || isNear ? [{ secret, stretch, isTold }] : [];
  });
}

/** Finds a secret told in other words. Without meanings only shared words are looked at. */
export function paraphraseVerdicts(
  near: readonly NearSecret[],
  meanings: Meanings | null,
): readonly Verdict[] {
  return near
    .filter(
      ({ secret, stretch, isTold }) =>
        isTold || (meanings !== null && isKnownMeaning(secret, stretch, meanings)),
    )
    .map(({ stretch }) => leak(stretch, 'tells in other words'));
}
