import { ActionKind } from '#engine/contracts/reading.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };
import { isTypo, stem, toPhrases, toWordMap, toWordSet, type Words, type WordToken } from './words.ts';

export type Deed = keyof typeof vocabulary.deeds;

/** Words by which the list of checks is searched for a deed or one verb of it, beside the verb itself. */
export const CHECK_WORDS: Readonly<Partial<Record<string, string>>> = vocabulary.checkWords;
/** Deeds that are only understood where the rules have a check for them. */
export const RISKY: ReadonlySet<string> = toWordSet(vocabulary.risky);
/** Clauses with these verbs are manner, not action: they may be left out, and the player is told so. */
export const GESTURES = toWordSet(vocabulary.gestures);
/** Verbs that say too little to choose a check by. */
export const LIGHT_VERBS = toWordSet(vocabulary.lightVerbs);
export const SPEECH_DEEDS: readonly Deed[] = ['ask', 'tell', 'say', 'talk'];
/** Ordinary words that look like a verb of the grammar with a typing error, and mean something else. */
const NOT_MISTYPED = toWordSet(vocabulary.notMistyped);
/** One-letter commands stand alone, except `x`. */
const WHOLE = toWordSet('i l z');
const IRREGULAR = toWordMap(vocabulary.irregular);

/** The kind of action a deed is for the rules. */
export function toActionKind(deed: Deed): ActionKind {
  return ActionKind.parse(vocabulary.deeds[deed].kind);
}

export type VerbFound = {
  readonly deed: Deed;
  /** The verb as it is written out again: plain form, first word of a phrase. */
  readonly verb: string;
  /** All words of the phrase. */
  readonly phrase: string;
  readonly rest: Words;
  readonly isTypo: boolean;
  /** Whether the verb tells of something done before: `gave`, `looked`. */
  readonly isPast: boolean;
};

const PHRASES = Object.entries(vocabulary.deeds)
  .flatMap(
    ([deed, { verbs }]) =>
      verbs.split(' ').map((phrase) => ({ words: phrase.split('_'), deed: deed as Deed })), // keys of the vocabulary
  )
  .toSorted((one, other) => other.words.length - one.words.length);

/** Finds the verb a clause begins with. The longest phrase wins; typing errors only where no word is a verb. */
export function findVerb(tokens: Words): VerbFound | null {
  const [first] = tokens;
  if (first === undefined) return null;
  const exact = findExactPhrase(tokens);
  if (exact === null)
    return NOT_MISTYPED.has(first.word) ? null : findPhrase(tokens, (verb) => isTypo(first.word, verb), true);
  // "go talk to June": the talk is meant.
  const meant = exact.phrase === 'go' ? findExactPhrase(exact.rest) : null;
  return meant !== null && meant.verb === exact.rest[0]?.word ? meant : exact;
}

/** Tells whether words begin with a verb in its plain form. */
export function isPlainVerb(words: Words): boolean {
  const found = findVerb(words);
  return found !== null && found.verb === words[0]?.word;
}

function findExactPhrase(tokens: Words): VerbFound | null {
  const said = tokens[0]?.word ?? '';
  return findPhrase(tokens, (verb) => said === verb || isFormOf(said, verb), false);
}

function findPhrase(tokens: Words, isVerb: (verb: string) => boolean, isMistyped: boolean): VerbFound | null {
  const found = PHRASES.find(
    ({ words: [verb = '', ...others] }) =>
      others.every((word, index) => tokens[index + 1]?.word === word) && isVerb(verb),
  );
  const phrase = found?.words.join(' ') ?? '';
  if (found === undefined || (!isMistyped && WHOLE.has(phrase) && tokens.length > 1)) return null;
  const rest = tokens.slice(found.words.length);
  const [verb = ''] = found.words;
  const said = tokens[0]?.word ?? verb;
  const isPast = said !== verb && (IRREGULAR.has(said) ? !said.endsWith('ing') : said.endsWith('ed'));
  return { deed: found.deed, verb, phrase, rest, isTypo: isMistyped, isPast };
}

function isFormOf(said: string, verb: string): boolean {
  const isLonger = said.length > verb.length && verb.length > 1;
  return IRREGULAR.get(said) === verb || (isLonger && stem(said) === stem(verb));
}

/** Words at the head of a clause that only introduce an action: `I want to`, `let us`, `carefully`. */
const LEAD_INS = toPhrases(vocabulary.leadIns);

export function isLeadIn({ word }: WordToken): boolean {
  return LEAD_INS.some(([only, second]) => only === word && second === undefined);
}

/** Removes lead-ins as long as something is left behind them. */
export function dropLeadIn(tokens: Words): Words {
  const lead = LEAD_INS.find(
    (words) => tokens.length > words.length && words.every((word, index) => tokens[index]?.word === word),
  );
  return lead === undefined ? tokens : dropLeadIn(tokens.slice(lead.length));
}
