import type { ListedCheck, ReadInput } from '#engine/contracts/reading.ts';
import { findName, type Lexicon, type LexiconEntry, type NamedKind, NOT_FOUND } from './lexicon.ts';
import type { Deed } from './verbs.ts';
import { isTypo, joinRaw, listContentStems, toList, toWordSet, type Words } from './words.ts';

/** One clause, understood. */
export type Action = {
  readonly deed: Deed;
  /** The clause in the grammar's own words; it parses to the same action again. */
  readonly does: string;
  readonly target: LexiconEntry | null;
  readonly items: readonly LexiconEntry[];
  /** Words about the target: a topic, a message, a purpose. */
  readonly topic: string;
  readonly verb: string;
  readonly means: string;
  readonly minutes: number;
  /** Number of things. */
  readonly quantity: number;
  /** Money handed over. */
  readonly pays: number;
  readonly company: readonly LexiconEntry[];
  readonly isGuess: boolean;
  /** Whether a person is asked for something that they may refuse. */
  readonly isRequest: boolean;
};

export const UNCLEAR = 'I did not understand that.';

type FaultDetails = {
  /**
   * `unseen`: a thing of that name is not in sight. `impossible`: understood, but not possible. `manner`: says only how something
   * is done and may be left out: "walk up to the bar". `leaving`: names no way, which another clause may. `later`:
   * stands behind a way and is for the next turn. `long`: has too many words.
   */
  readonly kind: 'unclear' | 'unseen' | 'impossible' | 'manner' | 'leaving' | 'later' | 'long';
  /** Whole commands, or names for `phrase`. */
  readonly options: readonly string[];
  /** The words that could mean several: each option takes their place. */
  readonly phrase: string;
};

/** A clause that was not understood, or that cannot be meant. Parsers throw it; `attempt` catches it. */
export class ParseFault extends Error {
  readonly details: FaultDetails;

  constructor(reason: string, details: Partial<FaultDetails> = {}) {
    super(reason);
    this.details = { kind: 'unclear', options: [], phrase: '', ...details };
  }
}

export function createImpossibleFault(reason: string, options: readonly string[] = []): ParseFault {
  return new ParseFault(reason, { options, kind: 'impossible' });
}

/** Returns what a parser reads; null, or what is made of its fault, where it finds one. */
export function attempt<Read, Other = null>(
  parse: () => Read,
  recover: (fault: ParseFault) => Other = () => null as Other, // the default of the type
): Read | Other {
  try {
    return parse();
  } catch (error) {
    if (error instanceof ParseFault) return recover(error);
    throw error;
  }
}

/** Everything a clause is read with. */
export type ParseContext = {
  readonly lexicon: Lexicon;
  /** Null where every risky deed is accepted, as in a ruleset without checks. */
  readonly checks: readonly ListedCheck[] | null;
  /** Names of attacks, spells and powers. */
  readonly means: readonly string[];
  /** Whether a fight goes on. */
  readonly isFight?: boolean;
  /** The money of the sheet. */
  readonly money: ReadInput['money'];
  /** Minutes since midnight, where the date shows them. */
  readonly clock: number | null;
  /** The person and the thing that pronouns stand for. */
  readonly person: LexiconEntry | null;
  readonly thing: LexiconEntry | null;
  /** An earlier clause of the same input has named them, so that a pronoun is no guess. */
  readonly isSameInput?: boolean;
  /** An earlier clause named a person who is not here, and whom a pronoun may mean. */
  readonly isLost?: boolean;
};

/** Meaning of a phrase: an entry of the lexicon, or scenery that has only words. */
export type ActionTarget = {
  readonly named: LexiconEntry | null;
  readonly spoken: string;
  readonly isGuess: boolean;
};

/** Creates an action on a person or a thing; `more` holds the differences from a plain one. */
export function createAction(
  deed: Deed,
  does: string,
  on: ActionTarget | null = null,
  more: Partial<Omit<Action, 'deed' | 'does' | 'target'>> = {},
): Action {
  const plain = { items: [], topic: '', means: '', minutes: 0, quantity: 1, pays: 0, company: [] };
  const { named: target = null, isGuess = false } = on ?? {};
  return { ...plain, deed, does, target, verb: deed, isGuess, isRequest: false, ...more };
}

/** An entry of the lexicon that a player did not name, or not so. */
export function toGuessedTarget(named: LexiconEntry): ActionTarget & { readonly named: LexiconEntry } {
  return { named, spoken: named.spoken, isGuess: true };
}

const PLACED = ['under', 'on', 'in', 'behind', 'beside', 'by', 'near', 'at', 'inside'];
/** Nouns in the scenery have no use as people. */
const PERSONAL: readonly NamedKind[] = ['person', 'absent', 'self'];

/** Resolves a phrase to one entry or to scenery. Faults say what is wrong with it. */
export function resolveTarget(
  tokens: Words,
  kinds: readonly NamedKind[],
  context: ParseContext,
): ActionTarget {
  const phrase = joinRaw(tokens);
  const pronoun = resolvePronoun(tokens, kinds, context);
  if (pronoun !== null) return pronoun;
  const { one, several, isGuess, isMistyped } = findName(phrase, context.lexicon, kinds);
  const isPersonal = kinds.every((kind) => PERSONAL.includes(kind));
  const isThere = !isPersonal && isScenery(phrase, context.lexicon);
  if (one !== null && !(isMistyped && isThere)) {
    // The index of absent people may say more of them than the player knows.
    const spoken = one.kind === 'absent' ? phrase : one.spoken;
    return { named: { ...one, spoken }, spoken, isGuess: isGuess && one.kind !== 'absent' };
  }
  if (several.length > 0) throw createWhichFault(several, phrase);
  const placed = findPlaced(tokens, kinds, context);
  if (placed !== null) return toGuessedTarget(placed);
  if (!isPersonal && (isThere || isScenery(phrase, context.lexicon, isTypo)))
    return { named: null, spoken: phrase, isGuess: false };
  throw createUnknownFault(phrase, isPersonal, context.lexicon);
}

function createUnknownFault(phrase: string, isPersonal: boolean, lexicon: Lexicon): ParseFault {
  if (isPersonal && findName(phrase, lexicon, ['self']).one !== null)
    return createImpossibleFault(`You are “${phrase}” yourself.`);
  const reason = `I know ${isPersonal ? 'nobody' : 'nothing'} called “${phrase}” here.`;
  return new ParseFault(reason, { kind: 'unseen' });
}

/** The thing before a word of place: "the note under the key". */
function findPlaced(
  tokens: Words,
  kinds: readonly NamedKind[],
  { lexicon }: ParseContext,
): LexiconEntry | null {
  const { before, word } = splitAtWord(tokens, PLACED);
  const { one } = word === '' ? NOT_FOUND : findName(joinRaw(before), lexicon, ['thing', 'carried']);
  const isSaid = one?.own.includes(before.at(-1)?.word ?? '') === true && kinds.includes(one.kind);
  return isSaid ? one : null;
}

function createWhichFault(named: readonly LexiconEntry[], phrase: string): ParseFault {
  const options = named.slice(0, 4).map(({ spoken }) => spoken);
  return new ParseFault(`Which one do you mean: ${toList(options, 'or')}?`, { options, phrase });
}

const MEN = ['man', 'gentleman', 'guy', 'boy'];
const WOMEN = ['woman', 'lady', 'girl'];
const HE = ['him', 'he', 'his', ...MEN];
const SHE = ['her', 'she', 'hers', ...WOMEN];
export const PERSON_NOUNS = new Set([...MEN, ...WOMEN]);
/** Words that stand for a person. */
export const PERSON_WORDS = new Set([...HE, ...SHE, 'them', 'they', 'their']);
const THING_WORDS = toWordSet('it that this');
const SELF_WORDS = toWordSet('me myself self');

function resolvePronoun(
  tokens: Words,
  kinds: readonly NamedKind[],
  context: ParseContext,
): ActionTarget | null {
  const [only, second] = tokens.length > 1 ? dropHead(tokens, ['the', 'this', 'that']) : tokens;
  if (only === undefined || second !== undefined) return null;
  if (SELF_WORDS.has(only.word)) {
    if (!kinds.includes('self')) throw new ParseFault('That cannot be done to yourself.');
    const self = context.lexicon.named.find(({ kind }) => kind === 'self');
    return self === undefined ? null : { named: self, spoken: 'yourself', isGuess: false };
  }
  const isThing = THING_WORDS.has(only.word);
  if (!isThing && !PERSON_WORDS.has(only.word)) return null;
  const fitting = context.isLost === true ? [] : listMeant(only.word, kinds, context);
  const [meant] = fitting;
  if (fitting.length > 1) throw createWhichFault(fitting, joinRaw(tokens));
  if (meant !== undefined && kinds.includes(meant.kind))
    return { named: meant, spoken: meant.spoken, isGuess: !context.isSameInput };
  const reason = `I do not know who or what “${only.raw}” is. Use the name.`;
  throw new ParseFault(reason, { kind: isThing ? 'unseen' : 'unclear' });
}

/** Lists whom or what a pronoun fits: the one last named, else the people who are here. */
function listMeant(
  word: string,
  kinds: readonly NamedKind[],
  { lexicon: { named }, person: last, thing }: ParseContext,
): readonly LexiconEntry[] {
  if (THING_WORDS.has(word)) {
    // "attack it" may mean the person last named, "look at it" does not.
    const meant = kinds.includes('thing') && !kinds.includes('exit') ? [thing, last] : [thing];
    return meant.flatMap((each) => (each !== null && kinds.includes(each.kind) ? [each] : [])).slice(0, 1);
  }
  const wanted = HE.includes(word) ? 'he/' : SHE.includes(word) ? 'she/' : '';
  const fits = ({ pronouns = '' }: LexiconEntry) => pronouns === '' || pronouns.startsWith(wanted);
  return last !== null && fits(last) ? [last] : named.filter((one) => one.kind === 'person' && fits(one));
}

/** A fault that names those who are here and offers the command for each. */
export function createWhomFault(
  reason: string,
  { lexicon }: ParseContext,
  command: (name: string) => string,
): ParseFault {
  const names = lexicon.named.filter(({ kind }) => kind === 'person').map(({ spoken }) => spoken);
  const here = names.length === 0 ? 'Nobody else is here.' : `Here: ${toList(names)}.`;
  return new ParseFault(`${reason} ${here}`, { options: names.slice(0, 4).map(command) });
}

/** The one other person who is here; null when there are none or several. */
export function findOnlyPerson({ named }: Lexicon): LexiconEntry | null {
  const people = named.filter(({ kind }) => kind === 'person');
  return people.length === 1 ? (people[0] ?? null) : null;
}

function isScenery(
  phrase: string,
  { scenery }: Lexicon,
  isSimilar = (_one: string, _other: string) => false,
) {
  const stems = listContentStems(phrase);
  const isKnown = (each: string, words: ReadonlySet<string>) =>
    words.has(each) || (each.length > 4 && [...words].some((word) => isSimilar(each, word)));
  // "my phone" is no phone that somebody else could have.
  const isOwned = (words: ReadonlySet<string>) => !/^my /i.test(phrase) || words.has('my');
  // "who is in the room" names nothing; a "back door" is not made of a back and a front door.
  const isAsked = /^(?:who|where|why|how)\b/i.test(phrase);
  return (
    stems.length > 0 &&
    !isAsked &&
    scenery.some((words) => isOwned(words) && stems.every((each) => isKnown(each, words)))
  );
}

type Split = { readonly before: Words; readonly word: string; readonly after: Words };

/**
 * Splits at a word between two phrases, unless all words together are one name: "open the tin tied with cord". Among several such
 * words the first behind a name counts.
 */
export function splitAfterName(
  tokens: Words,
  words: readonly string[],
  kinds: readonly NamedKind[],
  { lexicon }: ParseContext,
): Split {
  const isName = (part: Words) => {
    const { one, isMistyped } = findName(joinRaw(part), lexicon, kinds);
    return one !== null && !isMistyped;
  };
  // "the hut with the key" is no hut key.
  const whole = findName(joinRaw(tokens), lexicon, kinds).one?.name.toLowerCase().split(' ') ?? [];
  const isWhole = tokens.every(({ word }) => !words.includes(word) || whole.includes(word));
  if (isWhole && isName(tokens)) return { before: tokens, word: '', after: [] };
  const split = splitAtWord(tokens, words, isName);
  return split.word === '' ? splitAtWord(tokens, words) : split;
}

/** Splits at the first of the given words that is not the first word and stands behind a part that passes the test. */
export function splitAtWord(
  tokens: Words,
  words: readonly string[],
  isBefore: (part: Words) => boolean = () => true,
): Split {
  const at = tokens.findIndex(
    ({ word, isQuote }, index) =>
      index > 0 && !isQuote && words.includes(word) && isBefore(tokens.slice(0, index)),
  );
  if (at < 0) return { before: tokens, word: '', after: [] };
  return { before: tokens.slice(0, at), word: tokens[at]?.word ?? '', after: tokens.slice(at + 1) };
}

/** Without these words at its head. */
export function dropHead(tokens: Words, words: readonly string[]): Words {
  const [first] = tokens;
  return first !== undefined && words.includes(first.word) ? dropHead(tokens.slice(1), words) : tokens;
}
