import { familiesOf, kindOf, readVerb } from './english/verbs.ts';
import type { NarrationFacts } from './narration-facts.ts';
import { oncePer } from './once-per.ts';
import { plainWords } from './text/words.ts';

/** What the players wrote or the engine settled, and which may therefore be told of their characters. */
export type Licence = {
  readonly covers: (lemma: string) => boolean;
  /** Whether words somebody is said to speak are words the player gave them. */
  readonly gave: (speech: string) => boolean;
};

const SHARE_OF_OWN_WORDS = 0.6;
const LEADING = [/\b(?:open|push|press|knock|break|force|kick)\b/i, /\b(?:attack|fight|hit)\b/i] as const;
const TRIES_TO_OPEN =
  /\b(?:try|test|work|shift|lift) (?:the|that|this|its|his|her) (?:\w+ )?(?:door|hatch|lock|handle|lid|window|gate|shutters?|latch)\b/i;

export const licenceOf = oncePer(({ playerWords, settled }: NarrationFacts): Licence => {
  const texts = [...playerWords, ...settled];
  const lemmas = new Set(
    texts.flatMap(plainWords).flatMap((word) => readVerb(word).map(({ lemma }) => lemma)),
  );
  const families = new Set([...lemmas].flatMap((lemma) => [...familiesOf(lemma)]));
  if (playerWords.some(isSpoken)) families.add('saying');
  // Whoever goes somewhere opens doors on the way; whoever fights moves.
  if (families.has('going')) families.add('turning').add('posture');
  if (LEADING.some((pattern) => texts.some((text) => pattern.test(text)))) families.add('going');
  if (playerWords.some((text) => TRIES_TO_OPEN.test(text))) families.add('opening');
  const words = new Set(playerWords.flatMap(plainWords));
  return {
    covers: (lemma) => lemmas.has(lemma) || [...familiesOf(lemma)].some((family) => families.has(family)),
    gave: (speech) => {
      const said = plainWords(speech);
      const own = said.filter((word) => words.has(word)).length;
      return said.length > 0 && own / said.length >= SHARE_OF_OWN_WORDS;
    },
  };
});

/** Quoted words, or words without any doing of an I in them: the player speaks in the character's voice. */
function isSpoken(text: string): boolean {
  if (/["“«„「]|\?\s*$/.test(text)) return true;
  return plainWords(text).some((word) => readVerb(word).some(({ lemma }) => kindOf(lemma) === 'speak'));
}
