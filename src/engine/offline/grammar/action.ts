import type { ListedCheck, ReadInput } from '#engine/contracts/reading.ts';
import { findName, type Lexicon, type LexiconEntry, type NamedKind } from './lexicon.ts';
import type { Deed } from './verbs.ts';
import { isTypo, joinRaw, listContentStems, toList, type Words } from './words.ts';

/** One clause, understood. */
export type Action = {
  readonly deed: Deed;
  /** The clause in the grammar's own words; it parses to the same action again. */
  readonly does: string;
  readonly target: LexiconEntry | null;
  readonly items: readonly LexiconEntry[];
  /** Words about the target: a topic, a message, a purpose. */
  readonly topic: string;
  /** `inside`, `behind`, `under`: how something is looked at. */
  readonly where: string;
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

/**
 * `unseen`: a thing of that name is not in sight. `impossible`: understood, but not possible. `manner`: says only how something
 * is done and may be left out: "walk up to the bar". `leaving`: names no way, which another clause may. `later`:
 * stands behind a way and is for the next turn.
 */
type FaultKind = 'unclear' | 'unseen' | 'impossible' | 'manner' | 'leaving' | 'later';

type FaultMore = {
  readonly instead?: Action;
  readonly options?: readonly string[];
  readonly phrase?: string;
  readonly kind?: FaultKind;
};

/** A clause that was not understood, or that cannot be meant. */
export class ParseFault {
  readonly reason: string;
  /** Whole commands, or names for `phrase`. */
  readonly options: readonly string[];
  /** The words that could mean several: each option takes their place. */
  readonly phrase: string;
  readonly kind: FaultKind;

  /** Action that a clause of manner stands for when it is the only clause. */
  readonly instead: Action | null;

  constructor(reason: string, { options = [], phrase = '', kind = 'unclear', instead }: FaultMore = {}) {
    this.instead = instead ?? null;
    this.reason = reason;
    this.options = options;
    this.phrase = phrase;
    this.kind = kind;
  }
}

export function createImpossibleFault(reason: string, options: readonly string[] = []): ParseFault {
  return new ParseFault(reason, { options, kind: 'impossible' });
}

/** Everything a clause is read with. */
export type ParseContext = {
  readonly lexicon: Lexicon;
  /** Null where every risky deed is accepted: in a ruleset without checks, and when a known deed is read again. */
  readonly checks: readonly ListedCheck[] | null;
  /** Names of attacks, spells and powers; null accepts every name. */
  readonly means: readonly string[] | null;
  /** The money of the sheet. */
  readonly money: ReadInput['money'];
  /** Minutes since midnight, where the date shows them. */
  readonly clock: number | null;
  /** The person and the thing that pronouns stand for. */
  readonly person: LexiconEntry | null;
  readonly thing: LexiconEntry | null;
  /** An earlier clause of the same input has named them, so that a pronoun is no guess. */
  readonly isSameInput?: boolean;
};

/** The context of a clause that is read a second time: every name and every risky deed is accepted. */
export function createRereadContext(lexicon: Lexicon): ParseContext {
  return { lexicon, checks: null, means: null, money: null, clock: 0, person: null, thing: null };
}

export function isReread({ lexicon }: ParseContext): boolean {
  return lexicon.scenery === null;
}

/** A clause, read. */
export type Parsed = Action | ParseFault;

/** Meaning of a phrase: an entry of the lexicon, or scenery that has only words. */
export type ActionTarget = {
  readonly named: LexiconEntry | null;
  readonly spoken: string;
  readonly isGuess: boolean;
};

const HE = ['him', 'he', 'his', 'man', 'gentleman', 'guy', 'boy'];
const SHE = ['her', 'she', 'hers', 'woman', 'lady', 'girl'];
const PERSON_WORDS = new Set([...HE, ...SHE, 'them', 'they', 'their']);
const THING_WORDS = new Set(['it', 'that', 'this']);
const SELF_WORDS = new Set(['me', 'myself', 'self']);
/** Nouns in the scenery have no use as people. */
const PERSONAL: readonly NamedKind[] = ['person', 'absent', 'self'];

/** Tells whether a word stands for a person: `him`, `her`. */
export function isPersonWord(word: string): boolean {
  return PERSON_WORDS.has(word);
}

/** Creates an action on a person or a thing; `more` holds the differences from a plain one. */
export function createAction(
  deed: Deed,
  does: string,
  on: ActionTarget | null = null,
  more: Partial<Omit<Action, 'deed' | 'does' | 'target'>> = {},
): Action {
  const plain = {
    items: [],
    topic: '',
    where: '',
    means: '',
    minutes: 0,
    quantity: 1,
    pays: 0,
    company: [],
    isRequest: false,
  };
  return {
    ...plain,
    deed,
    does,
    target: on?.named ?? null,
    verb: deed,
    isGuess: on?.isGuess ?? false,
    ...more,
  };
}

/** An entry of the lexicon that a player did not name, or not so. */
export function toGuessedTarget(named: LexiconEntry): ActionTarget & { readonly named: LexiconEntry } {
  return { named, spoken: named.spoken, isGuess: true };
}

/** Resolves a phrase to one entry, to scenery, or to a fault that says what is wrong with it. */
export function resolveTarget(
  tokens: Words,
  kinds: readonly NamedKind[],
  context: ParseContext,
): ActionTarget | ParseFault {
  const phrase = joinRaw(tokens);
  const pronoun = resolvePronoun(tokens, kinds, context);
  if (pronoun !== null) return pronoun;
  const found = findName(phrase, context.lexicon, kinds);
  const canBeScenery = kinds.some((kind) => !PERSONAL.includes(kind));
  const isThere = canBeScenery && context.lexicon.scenery !== null && isScenery(phrase, context.lexicon);
  if (found.type === 'one' && !(found.isMistyped && isThere)) {
    const { named, isGuess } = found;
    // The index of absent people may say more of them than the player knows.
    if (named.kind === 'absent')
      return { named: { ...named, spoken: phrase }, spoken: phrase, isGuess: false };
    return { named, spoken: named.spoken, isGuess };
  }
  if (found.type === 'several') return severalFault(found.named, phrase);
  if (canBeScenery && (isThere || isScenery(phrase, context.lexicon, isTypo)))
    return { named: null, spoken: phrase, isGuess: false };
  const isPersonal = kinds.every((kind) => PERSONAL.includes(kind));
  if (isPersonal && findName(phrase, context.lexicon, ['self']).type === 'one')
    return new ParseFault(`You are “${phrase}” yourself.`, { kind: 'impossible' });
  return new ParseFault(`I know ${isPersonal ? 'nobody' : 'nothing'} called “${phrase}” here.`, {
    kind: 'unseen',
  });
}

function severalFault(named: readonly LexiconEntry[], phrase: string): ParseFault {
  const names = named.slice(0, 4).map(({ spoken }) => spoken);
  return new ParseFault(`Which one do you mean: ${toList(names, 'or')}?`, { options: names, phrase });
}

function resolvePronoun(
  tokens: Words,
  kinds: readonly NamedKind[],
  { lexicon, person, thing, isSameInput }: ParseContext,
): ActionTarget | ParseFault | null {
  const [only, second] = tokens.length > 1 ? dropHead(tokens, ['the', 'this', 'that']) : tokens;
  if (only === undefined || second !== undefined) return null;
  if (SELF_WORDS.has(only.word)) return resolveSelf(kinds, lexicon);
  const isThing = THING_WORDS.has(only.word);
  if (!isThing && !PERSON_WORDS.has(only.word)) return null;
  // "attack it" may mean the person last named.
  const last = [thing, person].filter((each) => each !== null && kinds.includes(each.kind));
  const fitting = isThing
    ? last.slice(0, 1).filter((each) => each !== null)
    : listMeant(only.word, person, lexicon);
  const [meant, another] = fitting;
  if (another !== undefined) return severalFault(fitting, joinRaw(tokens));
  if (meant !== undefined && kinds.includes(meant.kind))
    return { named: meant, spoken: meant.spoken, isGuess: !isSameInput };
  const reason = `I do not know who or what “${only.raw}” is. Use the name.`;
  return new ParseFault(reason, { kind: isThing ? 'unseen' : 'unclear' });
}

function resolveSelf(kinds: readonly NamedKind[], { named }: Lexicon): ActionTarget | ParseFault | null {
  if (!kinds.includes('self')) return new ParseFault('That cannot be done to yourself.');
  const self = named.find(({ kind }) => kind === 'self');
  return self === undefined ? null : { named: self, spoken: 'yourself', isGuess: false };
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

/** Lists the people a pronoun fits: the last one named, else those who are here. */
function listMeant(word: string, last: LexiconEntry | null, { named }: Lexicon): readonly LexiconEntry[] {
  const wanted = HE.includes(word) ? 'he/' : SHE.includes(word) ? 'she/' : '';
  const fits = ({ pronouns = '' }: LexiconEntry) =>
    wanted === '' || pronouns === '' || pronouns.startsWith(wanted);
  return last !== null && fits(last) ? [last] : named.filter((one) => one.kind === 'person' && fits(one));
}

/** The one other person who is here; null when there are none or several. */
export function findOnlyPerson({ named }: Lexicon): LexiconEntry | null {
  const people = named.filter(({ kind }) => kind === 'person');
  return people.length === 1 ? (people[0] ?? null) : null;
}

type IsSimilar = (typed: string, meant: string) => boolean;

function isScenery(phrase: string, { scenery }: Lexicon, isSimilar: IsSimilar = () => false): boolean {
  const stems = listContentStems(phrase);
  const isKnown = (each: string) =>
    scenery === null ||
    scenery.has(each) ||
    (each.length > 4 && [...scenery].some((word) => isSimilar(each, word)));
  return stems.length > 0 && stems.every(isKnown);
}

/**
 * Splits at a word between two phrases, unless all words together are one name: "open the tin tied with cord". Among several such
 * words the first behind a name counts.
 */
export function splitAfterName(
  tokens: Words,
  words: readonly string[],
  kinds: readonly NamedKind[],
  context: ParseContext,
): Split {
  const isName = (part: Words) => {
    const found = findName(joinRaw(part), context.lexicon, kinds);
    return found.type === 'one' && !found.isMistyped;
  };
  if (isName(tokens)) return cut(tokens, -1);
  const at = tokens.findIndex((token, index) => {
    return index > 0 && !token.isQuote && words.includes(token.word) && isName(tokens.slice(0, index));
  });
  return at < 0 ? splitAtWord(tokens, words) : cut(tokens, at);
}

type Split = { readonly before: Words; readonly word: string; readonly after: Words };

/** Splits at the first of the given words that is not the first word. */
export function splitAtWord(tokens: Words, words: readonly string[]): Split {
  return cut(
    tokens,
    tokens.findIndex(({ word, isQuote }, index) => index > 0 && !isQuote && words.includes(word)),
  );
}

function cut(tokens: Words, at: number): Split {
  if (at < 0) return { before: tokens, word: '', after: [] };
  return { before: tokens.slice(0, at), word: tokens[at]?.word ?? '', after: tokens.slice(at + 1) };
}

/** Without these words at its head. */
export function dropHead(tokens: Words, words: readonly string[]): Words {
  const [first] = tokens;
  return first !== undefined && words.includes(first.word) ? dropHead(tokens.slice(1), words) : tokens;
}
