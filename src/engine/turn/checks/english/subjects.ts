import { oncePer } from '#engine/kit/once-per.ts';
import type { NamedPerson } from '../narration-facts.ts';
import type { Token } from './narrated.ts';
import { PERSON_NOUNS } from './person-nouns.ts';
import {
  ADVERBS,
  ASSERTING,
  BE,
  DETERMINERS,
  DO,
  HAVE,
  MODALS,
  OPENINGS,
  PREPOSITIONS,
  SUBJECT_PRONOUNS,
  UNASSERTING,
} from './small-words.ts';
import { kindOf, readVerb } from './verbs.ts';

/** Whoever a clause may be about, and how verbs agree with them. */
export type Subject = {
  readonly words: readonly string[];
  readonly agreement: 'base' | 'third';
};

export const YOU: Subject = { words: ['you'], agreement: 'base' };
export const I: Subject = { words: ['I'], agreement: 'base' };

/** Every way in which the prose may name somebody. */
export const subjectsOf = oncePer(({ name, aliases }: NamedPerson): readonly Subject[] =>
  [...new Set([name, ...aliases])]
    .map((alias) => ({ words: alias.replace(/\./g, '').split(/\s+/), agreement: 'third' as const }))
    .sort((one, other) => other.words.length - one.words.length),
);

/** Where a subject stands in a sentence: the positions of its first word and of what follows it. */
export function occurrences(
  tokens: readonly Token[],
  subject: Subject,
): readonly { readonly start: number; readonly end: number }[] {
  const { words } = subject;
  // Nearly nobody is in any one sentence.
  const starts = placesIn(tokens).get(firstWordOf(subject)) ?? [];
  return starts.flatMap((start) => {
    const found = words.every((word, offset) => isSame(tokens[start + offset], word));
    return found ? [{ start, end: start + words.length }] : [];
  });
}

const firstWordOf = oncePer(({ words }: Subject): string => (words[0] ?? '').toLowerCase());

/** Where each word of a sentence stands, by both its forms. */
const placesIn = oncePer((tokens: readonly Token[]): ReadonlyMap<string, readonly number[]> => {
  const places = new Map<string, number[]>();
  for (const [at, { kind, text, lower }] of tokens.entries()) {
    if (kind !== 'word') continue;
    for (const word of new Set([lower, text.toLowerCase()]))
      places.set(word, [...(places.get(word) ?? []), at]);
  }
  return places;
});

function isSame(token: Token | undefined, word: string): boolean {
  if (token === undefined || token.kind !== 'word') return false;
  // A name is written with its capital; an article in front of it may or may not have one.
  return /^\p{Lu}/u.test(word) && word !== 'I' ? token.text === word : token.lower === word.toLowerCase();
}

export type Standing = 'asserted' | 'unasserted' | 'inverted' | 'object';

/** Whether whoever is named here does something, may do something, is said to have spoken, or is done to. */
export function standingAt(tokens: readonly Token[], start: number): Standing {
  if (isSupposed(tokens, start)) return 'unasserted';
  const before = tokens[isTitled(tokens, start) ? start - 3 : start - 1];
  if (before === undefined || before.kind !== 'word') return 'asserted';
  if (isSaidBy(tokens, start, before)) return 'inverted';
  const word = before.lower;
  if (goesOn(tokens, start, word)) return 'asserted';
  if (
    word === 'when' ||
    UNASSERTING.has(word) ||
    DO.has(word) ||
    MODALS.has(word) ||
    HAVE.has(word) ||
    BE.has(word)
  )
    return 'unasserted';
  if (ASSERTING.has(word) || ADVERBS.has(word) || word.endsWith('ly')) return 'asserted';
  return isBehindOpening(tokens, start) || isBehindClause(tokens, start) ? 'asserted' : 'object';
}

/** `When you climb` at the front says what happens, later on what would; `behind the rocks, where you kneel` goes on. */
function goesOn(tokens: readonly Token[], start: number, word: string): boolean {
  if (isPutFirst(tokens, word)) return true;
  return word === 'when' ? start === 1 : word === 'where' && start > 3 && tokens[start - 2]?.text === ',';
}

const PUT_FIRST = new Set(['while', 'then', 'now', 'only']);

/** `It's nearly nine when you rise`, `It is only then that Juan speaks`: the time is said first, and then what happens. */
function isPutFirst(tokens: readonly Token[], word: string): boolean {
  const [it, is, what] = tokens;
  if (it?.lower !== 'it' || !(BE.has(is?.lower ?? '') || /^['’]s$/.test(is?.lower ?? ''))) return false;
  return word === 'when' || (word === 'that' && PUT_FIRST.has(what?.lower ?? ''));
}

/** `You'll have seen it before, you drive over it`: what is supposed of them, and what they do on any day. */
function isSupposed(tokens: readonly Token[], start: number): boolean {
  const [who, may, have] = tokens;
  if (start < 4 || tokens[start - 1]?.text !== ',' || tokens[start]?.lower !== who?.lower) return false;
  return MODALS.has(may?.lower ?? '') && have?.lower === 'have';
}

/** `Your brother Sota wades out`: the name goes with the noun in front of it. */
function isTitled(tokens: readonly Token[], start: number): boolean {
  return PERSON_NOUNS.has(tokens[start - 1]?.lower ?? '') && DETERMINERS.has(tokens[start - 2]?.lower ?? '');
}

const LONGEST_OPENING = 5;

/** `At last you rise`, `With each name Juan`: a few words of time or manner in front, and no comma behind them. */
function isBehindOpening(tokens: readonly Token[], start: number): boolean {
  const from = LINKS.test(tokens[0]?.lower ?? '') ? 1 : 0;
  const length = start - from;
  if (length < 2 || length > LONGEST_OPENING || PREPOSITIONS.has(tokens[start - 1]?.lower ?? ''))
    return false;
  const first = tokens[from]?.lower ?? '';
  if (!OPENINGS.has(first) && !PREPOSITIONS.has(first)) return false;
  return tokens.slice(from + 1, start).every(({ kind, lower }) => kind === 'word' && !isFiniteVerb(lower));
}

const LINKS = /^(?:and|but|so|then)$/;
const TIMES = /^(?:when|as|while|before|after|once|by the time)\b/;

/**
 * `When the old man bends to the kettle you reach over`: a clause of time in front, and no comma behind it. `When he bends to the
 * kettle you brought, it hisses` goes on with somebody else.
 */
function isBehindClause(tokens: readonly Token[], start: number): boolean {
  if (start < 4 || PREPOSITIONS.has(tokens[start - 1]?.lower ?? '')) return false;
  const opening = tokens.slice(0, 3).map(({ lower }) => lower);
  if (!TIMES.test(opening.join(' '))) return false;
  const clause = tokens.slice(1, start);
  if (!clause.every(({ kind }) => kind === 'word') || !clause.some(({ lower }) => isFiniteVerb(lower)))
    return false;
  const comma = tokens.findIndex(({ text }, at) => at > start && text === ',');
  return comma === -1 || !beginsClause(tokens[comma + 1]);
}

function beginsClause(token: Token | undefined): boolean {
  if (token?.kind !== 'word') return false;
  return DETERMINERS.has(token.lower) || SUBJECT_PRONOUNS.has(token.lower) || /^\p{Lu}/u.test(token.text);
}

/** A word that can only be a verb with a subject of its own. */
function isFiniteVerb(word: string): boolean {
  return readVerb(word).some(({ form }) => form === 'third' || form === 'past' || form === 'participle');
}

function isSpeechVerb({ lower }: Token): boolean {
  return readVerb(lower).some(({ lemma, form }) => form !== 'ing' && kindOf(lemma) === 'speak');
}

function isSaidBy(tokens: readonly Token[], start: number, before: Token): boolean {
  return (isSpeechVerb(before) && hasSpeechBefore(tokens, start - 1)) || isTag(tokens[start - 2], before);
}

/** `"Seven," rumbled Jossamy`: behind speech that ends in a comma, and in front of a name, any verb is one of speech. */
function isTag(speech: Token | undefined, { lower }: Token): boolean {
  if (speech?.kind !== 'speech' || !/,["”’'»]+$/.test(speech.text)) return false;
  if (ADVERBS.has(lower) || UNASSERTING.has(lower) || PREPOSITIONS.has(lower)) return false;
  return /^[a-z]{3,}(?:ed|[^su']s)$/.test(lower);
}

/** `"No," says` and `"No," slowly says`, but not `"No," he tells`. */
function hasSpeechBefore(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1];
  if (before?.kind === 'speech') return true;
  return before?.kind === 'word' && before.lower.endsWith('ly') && tokens[index - 2]?.kind === 'speech';
}
