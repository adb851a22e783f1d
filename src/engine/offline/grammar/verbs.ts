import { ActionKind } from '#engine/contracts/reading.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };
import { isTypo, stem, toWordSet, type Words } from './words.ts';

export type Deed = keyof typeof vocabulary.deeds;

/** Words by which the list of checks is searched for a deed or one verb of it, beside the verb itself. */
export const CHECK_WORDS: Readonly<Partial<Record<string, string>>> = vocabulary.checkWords;

const RISKY: readonly string[] = vocabulary.risky.split(' ');
const GESTURES: readonly string[] = vocabulary.gestures.split(' ');
const LIGHT = toWordSet(vocabulary.lightVerbs);
/** Ordinary words that look like a verb of the grammar with a typing error, and mean something else. */
const NOT_MISTYPED = toWordSet(vocabulary.notMistyped);

/** The kind of action a deed is for the rules. */
export function toActionKind(deed: Deed): ActionKind {
  return ActionKind.parse(vocabulary.deeds[deed].kind);
}

/** Risky deeds are only understood where the rules have a check for them. */
export function isRisky(deed: Deed): boolean {
  return RISKY.includes(deed);
}

/** Clauses with these verbs are manner, not action: they may be left out, and the player is told so. */
export function isGesture(word: string): boolean {
  return GESTURES.includes(word);
}

/** Verbs that say too little to choose a check by. */
export function isLightVerb(word: string): boolean {
  return LIGHT.has(word);
}

export type VerbFound = {
  readonly deed: Deed;
  /** The verb as it is written out again: plain form, first word of a phrase. */
  readonly verb: string;
  /** All words of the phrase. */
  readonly phrase: string;
  readonly rest: Words;
  readonly isTypo: boolean;
};

type Entry = { readonly words: readonly string[]; readonly deed: Deed };

const PHRASES: readonly Entry[] = Object.entries(vocabulary.deeds)
  .flatMap(
    ([deed, { verbs }]) =>
      verbs.split(' ').map((phrase) => ({ words: phrase.split('_'), deed: deed as Deed })), // keys of the vocabulary
  )
  .toSorted((one, other) => other.words.length - one.words.length);

const IRREGULAR = new Map(
  vocabulary.irregular
    .split(',')
    .map((pair) => pair.split(' '))
    .map(([form, verb]) => [form, verb]),
);

/** Finds the verb a clause begins with. The longest phrase wins; typing errors only where no word is a verb. */
export function findVerb(tokens: Words): VerbFound | null {
  return findExactly(tokens) ?? findMistyped(tokens);
}

function findExactly(tokens: Words): VerbFound | null {
  const entry = PHRASES.find(({ words }) =>
    words.every((word, index) => {
      const token = tokens[index];
      return token !== undefined && (token.word === word || (index === 0 && isFormOf(token.word, word)));
    }),
  );
  const isWhole = entry !== undefined && !(WHOLE.has(entry.words.join(' ')) && tokens.length > 1);
  if (entry === undefined || !isWhole) return null;
  return toFound(entry, tokens, false);
}

/** One-letter commands stand alone, except `x`. */
const WHOLE = new Set(['i', 'l', 'z']);

function isFormOf(said: string, verb: string): boolean {
  return (
    verb.length > 1 &&
    (IRREGULAR.get(said) === verb || (said.length > verb.length && stem(said) === stem(verb)))
  );
}

function toFound({ deed, words }: Entry, tokens: Words, isMistyped: boolean): VerbFound {
  const rest = tokens.slice(words.length);
  return { deed, verb: words[0] ?? '', phrase: words.join(' '), rest, isTypo: isMistyped };
}

function findMistyped(tokens: Words): VerbFound | null {
  const [first] = tokens;
  if (first === undefined || NOT_MISTYPED.has(first.word)) return null;
  const entry = PHRASES.find(({ words }) => {
    const [verb = ''] = words;
    const isRest = words.slice(1).every((word, index) => tokens[index + 1]?.word === word);
    return isRest && isTypo(first.word, verb);
  });
  if (entry === undefined) return null;
  return toFound(entry, tokens, true);
}
