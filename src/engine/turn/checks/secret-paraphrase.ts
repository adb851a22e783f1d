import { oncePer } from '#engine/kit/once-per.ts';
import { remembered } from '#engine/kit/remembered.ts';
import { leadOf, type Meanings } from './meanings.ts';
import type { NarrationFacts } from './narration-facts.ts';
import { leak } from './secrets.ts';
import { sensesOf } from './text/alike.ts';
import { stretchesOf } from './text/stretches.ts';
import type { Verdict } from './verdict.ts';

/** From this share of its telling words on, a sentence tells the secret. */
const SAME_WORDS = 0.45;
const FEWEST_SHARED = 4;
/** What is told bit by bit, in one paragraph, needs more of them. */
const SAME_WORDS_IN_ALL = 0.6;
const FEWEST_IN_ALL = 5;
/** Of a secret with few telling words this share, and no fewer. */
const ALMOST_ALL = 0.75;
const FEWEST_OF_ALL = 3;
/** With this much of its words a sentence is looked at by its meaning. */
const SOME_WORDS = 0.28;
const FEWEST_SOME = 2;
/** How much nearer a secret than anything else its meaning must be; a little less with more of its words. */
const LEAD_OF_FEW_WORDS = 0.07;
const MORE_WORDS = 0.35;
const LEAD_OF_MORE_WORDS = 0.05;

const KEPT_CHARACTERS = 400_000;

/** A stretch of prose that comes near a secret: how much of its telling words it has, and whether they alone say that it tells it. */
export type NearSecret = {
  readonly secret: string;
  readonly stretch: string;
  readonly share: number;
  readonly isTold: boolean;
};

export function nearSecrets(prose: string, facts: NarrationFacts): readonly NearSecret[] {
  const all = sensesOf(prose);
  const stretches = stretchesOf(prose).map((text) => ({ text, stems: sensesOf(text) }));
  // What the whole prose does not have, no stretch of it has.
  return sharingWords(all, facts).flatMap(({ secret, telling }) => {
    const near = stretches.flatMap(({ text, stems }): readonly NearSecret[] => {
      const told = [...telling].filter((word) => stems.has(word));
      const share = told.length / telling.size;
      if (told.length < FEWEST_SOME || share < SOME_WORDS || isKnown(told, facts)) return [];
      return [{ secret, stretch: text, share, isTold: isToldBy(told.length, share) }];
    });
    const told = near.find(({ isTold }) => isTold) ?? bitByBit(prose, secret, telling, facts);
    return told === null ? near : [told];
  });
}

/** A secret told over more sentences than are read together. */
function bitByBit(
  prose: string,
  secret: string,
  telling: ReadonlySet<string>,
  facts: NarrationFacts,
): NearSecret | null {
  if (telling.size < FEWEST_IN_ALL) return null;
  for (const stretch of paragraphsOf(prose)) {
    const stems = sensesOf(stretch);
    const told = [...telling].filter((word) => stems.has(word));
    const share = told.length / telling.size;
    if (told.length >= FEWEST_IN_ALL && share >= SAME_WORDS_IN_ALL && !isKnown(told, facts))
      return { secret, stretch, share, isTold: true };
  }
  return null;
}

function paragraphsOf(prose: string): readonly string[] {
  return prose.split(/\n\s*\n/);
}

function isToldBy(count: number, share: number): boolean {
  return (share >= SAME_WORDS && count >= FEWEST_SHARED) || (share >= ALMOST_ALL && count >= FEWEST_OF_ALL);
}

function isKnown(told: readonly string[], { known }: NarrationFacts): boolean {
  return knownStretches(known).some((stems) => told.every((word) => stems.has(word)));
}

/** Finds a secret told in other words. Without meanings only shared words are looked at. */
export function paraphraseVerdicts(
  near: readonly NearSecret[],
  meanings: Meanings | null,
): readonly Verdict[] {
  const bySecret = Map.groupBy(near, ({ secret }) => secret);
  return [...bySecret.values()].flatMap((stretches) => {
    const told = stretches.find((one) => one.isTold || (meanings !== null && isMeant(one, meanings)));
    return told === undefined ? [] : [leak(told.stretch, 'tells in other words')];
  });
}

function isMeant({ secret, stretch, share }: NearSecret, meanings: Meanings): boolean {
  const needed = share >= MORE_WORDS ? LEAD_OF_MORE_WORDS : LEAD_OF_FEW_WORDS;
  return leadOf(secret, stretch, meanings) >= needed;
}

type Telling = { readonly secret: string; readonly telling: ReadonlySet<string> };

/** The secrets of whose telling words there are enough to look closer, in their own order. */
function sharingWords(stems: ReadonlySet<string>, facts: NarrationFacts): readonly Telling[] {
  const counts = new Map<Telling, number>();
  const byWord = secretsByWord(facts);
  for (const word of stems)
    for (const secret of byWord.get(word) ?? []) counts.set(secret, (counts.get(secret) ?? 0) + 1);
  return tellingWords(facts).filter((secret) => (counts.get(secret) ?? 0) >= FEWEST_SOME);
}

/** Many short texts are held against many secrets, and hardly ever share a word with one. */
const secretsByWord = oncePer((facts: NarrationFacts): ReadonlyMap<string, readonly Telling[]> => {
  const byWord = new Map<string, Telling[]>();
  for (const secret of tellingWords(facts))
    for (const word of secret.telling) byWord.set(word, [...(byWord.get(word) ?? []), secret]);
  return byWord;
});

/** What players can read already, in stretches: a sentence that tells no more than one of them gives nothing away. */
const knownStretches = oncePer((known: readonly string[]) => known.flatMap(stemsOfStretches));

// Secrets and what players can read stay nearly the same from turn to turn.
const stemsOfStretches = remembered((text: string) => stretchesOf(text).map(sensesOf), KEPT_CHARACTERS);
const stemsOfSecret = remembered(sensesOf, KEPT_CHARACTERS);

/** The words that make each secret one: not what the players wrote, not what is settled, not who is in it. */
const tellingWords = oncePer((facts: NarrationFacts): readonly Telling[] => {
  const people = [...facts.personas, ...facts.present, ...facts.absent, ...facts.dead];
  const names = people.flatMap(({ name, aliases }) => [name, ...aliases]);
  const open = new Set([
    ...sensesOf([...facts.playerWords, ...facts.settled, ...names].join('\n')),
    ...everydayWords(facts.known),
  ]);
  return facts.secrets.map((secret) => {
    return { secret, telling: new Set([...stemsOfSecret(secret)].filter((word) => !open.has(word))) };
  });
});

/** A word the players read in so many places is what their world is made of, and gives nothing away. */
const EVERYDAY = 6;

const everydayWords = oncePer((known: readonly string[]): readonly string[] => {
  const places = new Map<string, number>();
  for (const text of known)
    for (const word of stemsOfSecret(text)) places.set(word, (places.get(word) ?? 0) + 1);
  return [...places].flatMap(([word, count]) => (count >= EVERYDAY ? [word] : []));
});
