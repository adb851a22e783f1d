import { oncePer } from '#engine/kit/once-per.ts';
import { ASKS, declaredSpeech, UNSURE_SPEECH } from './declared-speech.ts';
import { familiesOf } from './english/verbs.ts';
import { WEAPON } from './evidence.ts';
import { impliedBy, stepsOnTheWay } from './implied-doings.ts';
import type { NarrationFacts } from './narration-facts.ts';
import { ownDoings } from './own-doings.ts';
import { hasUnreadVerb } from './stance.ts';
import { contentStems, plainWords } from './text/words.ts';
import { verbsIn } from './verbs-in.ts';

/** What the players wrote or the engine settled, and which may therefore be told of their characters. */
export type Licence = {
  readonly covers: (lemma: string, sentence: string) => boolean;
  /** Whether they wrote of it by this or a kindred verb, and not only of what takes it as a step. */
  readonly names: (lemma: string) => boolean;
  /** Whether a character may be said to speak, without any words of it: once answered, only as the player wrote it. */
  readonly speaks: (lemma: string, heard: Heard) => boolean;
  /** Whether words somebody is said to speak are words the player gave them, or those of a speech they only announced. */
  readonly gave: (speech: string, heard: Heard) => boolean;
  /** Whether they are the player's own words, most of them. */
  readonly worded: (speech: string) => boolean;
};

/** Whether anybody has answered before in the prose, or begun to. */
export type Heard = 'nobody yet' | 'somebody';

const SHARE_OF_OWN_WORDS = 0.6;
/** A speech a player only announced may be given so many words. */
const MOST_WORDS_GIVEN = 30;
const QUOTED = /["“«„「]/;
/** Whoever looks moves what is in the way of looking. */
const CLEARS_THE_VIEW =
  /\b(?:lift|draw|drew|pull|push|open|part|rais|wip|slid|tilt)\w* (?:aside |back |up |open )?(?:the|a|one|its) (?:\w+ )?(?:blinds?|curtains?|shutters?|flap|lid|cover|glass|pane|veil|slats?|cloth|canvas)\b/i;
const LEADING = [/\b(?:open|push|press|knock|break|force|kick)\b/i, /\b(?:attack|fight|hit)\b/i] as const;
const TRIES_TO_OPEN =
  /\b(?:try|test|work|shift|lift) (?:the|that|this|its|his|her) (?:\w+ )?(?:door|hatch|lock|handle|lid|window|gate|shutters?|latch)\b/i;

export const licenceOf = oncePer((facts: NarrationFacts): Licence => {
  const { playerWords, settled, personas, present, rolls } = facts;
  const texts = [...playerWords.map(ownDoings), ...settled];
  const lemmas = new Set(texts.flatMap(verbsIn));
  const families = new Set(
    [...lemmas].flatMap((lemma) => (ASKS.has(lemma) ? ['asking'] : ownFamilies(lemma))),
  );
  const named = new Set(families);
  const own = new Set(playerWords.map(ownDoings).flatMap(verbsIn));
  for (const family of [...impliedBy(lemmas, familiesOf), ...stepsOnTheWay(own, familiesOf)])
    families.add(family);
  if (playerWords.some((text) => QUOTED.test(text))) families.add('saying');
  if (playerWords.some((text) => text.trimEnd().endsWith('?'))) families.add('asking');
  if (LEADING.some((pattern) => texts.some((text) => pattern.test(text)))) families.add('going');
  // Dice decide how the fight goes that somebody with a weapon in hand was ready for.
  if (rolls.length > 0 && playerWords.some((text) => WEAPON.test(text))) {
    families.add('fighting');
    named.add('fighting');
  }
  if (playerWords.some((text) => TRIES_TO_OPEN.test(text))) families.add('opening');
  const words = new Set(playerWords.flatMap(plainWords));
  const announced = declaredSpeech(playerWords) ?? (hasUnreadVerb(facts) ? 'speech' : null);
  const people = contentStems([...personas, ...present].map(({ name }) => name).join(' '));
  const about = new Set([...contentStems(playerWords.join(' '))].filter((word) => !people.has(word)));
  const isOf = (licensed: ReadonlySet<string>) => (lemma: string) =>
    lemmas.has(lemma) || [...familiesOf(lemma)].some((family) => licensed.has(family));
  const isCovered = isOf(families);
  const worded = (speech: string) => {
    const said = plainWords(speech);
    return (
      said.length > 0 && said.filter((word) => words.has(word)).length / said.length >= SHARE_OF_OWN_WORDS
    );
  };
  return {
    names: isOf(named),
    covers: (lemma, sentence) =>
      isCovered(lemma) || (families.has('examining') && CLEARS_THE_VIEW.test(sentence)),
    speaks: (lemma, heard) =>
      heard === 'nobody yet' || announced === 'exchange' ? isCovered(lemma) : lemmas.has(lemma),
    gave: (speech, heard) => {
      const isShort = plainWords(speech).length <= MOST_WORDS_GIVEN;
      return (isShort && isAnnounced(announced, speech, heard, about)) || worded(speech);
    },
    worded,
  };
});

/** Who reads a letter has not promised anything. */
function ownFamilies(lemma: string): readonly string[] {
  const families = [...familiesOf(lemma)];
  return UNSURE_SPEECH.has(lemma) ? families.filter((family) => family !== 'saying') : families;
}

type Announced = ReturnType<typeof declaredSpeech>;

function isAnnounced(
  announced: Announced,
  speech: string,
  heard: Heard,
  about: ReadonlySet<string>,
): boolean {
  if (announced === 'exchange') return true;
  if (announced === null || heard === 'somebody') return false;
  return announced === 'speech' || (speech.includes('?') && isAbout(speech, about));
}

/** A question the player did not word must at least be about what they asked about. */
function isAbout(speech: string, about: ReadonlySet<string>): boolean {
  const telling = [...contentStems(speech)];
  return telling.length === 0 || telling.some((word) => about.has(word));
}
