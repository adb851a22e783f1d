import { measureDistance } from '#engine/util/nearest-names.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };

/** One word of a text: as written, and in the form words are compared in. */
export type WordToken = {
  readonly raw: string;
  /** Lower case, without accents and possessive endings. */
  readonly word: string;
  /** A passage in quotation marks is one token. */
  readonly isQuote: boolean;
  /** The mark that follows: none, a comma, or the end of a sentence or question. */
  readonly mark: '' | 'comma' | 'stop' | 'question';
};

const TOKEN = /“[^”]*”?|"[^"]*"?|«[^»]*»?|(?:(?<!\S)[-−](?=\d))?[\p{L}\p{N}][\p{L}\p{N}'’:\-_/]*|[.,;!?…]+/gu;
/** A nickname within a name is no speech: `Perpetua "Pet" Dombrowski`. */
const NICKNAME = /(?<=\p{Lu}\p{L}* )["“](\p{Lu}\p{L}*)["”](?= \p{Lu})/gu;
const QUOTE = /^[“"«]/u;

export function tokenise(text: string): WordToken[] {
  const tokens: WordToken[] = [];
  for (const [raw] of text.replace(NICKNAME, '$1').matchAll(TOKEN)) {
    const last = tokens.at(-1);
    if (/^[.,;!?…]/.test(raw)) {
      if (last !== undefined) tokens[tokens.length - 1] = { ...last, mark: markOf(raw, last) };
      continue;
    }
    const isQuote = QUOTE.test(raw);
    tokens.push({ raw, word: isQuote ? '"' : normalise(raw), isQuote, mark: '' });
  }
  return tokens;
}

/** The full stop of `Mrs.` or `E.` ends nothing. */
function markOf(raw: string, { word }: WordToken): WordToken['mark'] {
  if (raw.startsWith(',')) return 'comma';
  if (raw.includes('?')) return 'question';
  const isShort = raw === '.' && (/^(?:mrs?|ms|dr|st|sgt|capt)$/.test(word) || /^[a-hj-z]$/.test(word));
  return isShort ? '' : 'stop';
}

/** `Benavente’s` and `BENAVENTE` as `benavente`. */
export function normalise(word: string): string {
  return word
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/(?<!^let)'s$|s'$|^'+|[':-]+$/g, (ending) => (ending === "s'" ? 's' : ''));
}

export type Words = readonly WordToken[];

export function joinRaw(tokens: Words): string {
  return tokens.map(({ raw }) => raw).join(' ');
}

/** Crude stem: the same for `searches`, `searching`, `searched` and `search`. */
export function stem(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word;
  const bare = word
    .replace(/ies$/, 'y')
    .replace(/(?<=..)(?:ing|ed|es|s|ly)$/, (ending) => (word.endsWith('ss') && ending === 's' ? 's' : ''))
    .replace(/(?<=[^aeiou])e$/, '');
  const short = /([b-df-hj-np-tv-z])\1$/.test(bare) && !/(?:ss|ll)$/.test(bare) ? bare.slice(0, -1) : bare;
  return short.length < 3 ? word : short;
}

export const STOP_WORDS = toWordSet(vocabulary.stopWords);

/** Stems of the words that carry meaning, in order. */
export function listContentStems(text: string): string[] {
  return tokenise(text)
    .flatMap((token) => (token.isQuote ? tokenise(token.raw.replace(/[“”"«»]/gu, ' ')) : [token]))
    .filter(({ word }) => word !== '' && !STOP_WORDS.has(word))
    .map(({ word }) => stem(word));
}

/** Counts the words of a text that are among the wanted stems, each once. */
export function countShared(text: string, wanted: ReadonlySet<string>): number {
  return new Set(listContentStems(text).filter((word) => wanted.has(word))).size;
}

/** Whether one word is the other with a typing error: one in short words, two in long ones, or two letters that changed places; never in the first letter. */
export function isTypo(typed: string, meant: string): boolean {
  const shorter = Math.min(typed.length, meant.length);
  if (typed === meant || typed[0] !== meant[0] || shorter < 3) return false;
  if ([...typed].toSorted().join() === [...meant].toSorted().join()) return true;
  return shorter > 3 && measureDistance(typed, meant) <= (shorter < 7 ? 1 : 2);
}

const TO_THIRD = toWordMap('have has,are is,do does');
const FROM_THIRD = toWordMap('has have,is are,does do,goes go');

/** Third person of a verb phrase in its plain form: `give the collar` as `gives the collar`. */
export function toThirdPerson(phrase: string): string {
  const [verb = '', ...rest] = phrase.split(' ');
  // `now have the lamp` as `now has the lamp`
  if (verb === 'now') return `now ${toThirdPerson(rest.join(' '))}`;
  const inflected = verb
    .replace(/(?<=[^aeiou])y$/, 'ie')
    .replace(/(?:[sxzo]|[cs]h)$/, (ending) => `${ending}e`);
  return [TO_THIRD.get(verb) ?? `${inflected}s`, ...rest].join(' ');
}

/** Plain form of a verb in the third person: `gives` as `give`. */
export function fromThirdPerson(verb: string): string {
  const plain = verb.replace(/ies$/, 'y').replace(/(?<=ss|x|z|ch|sh)es$/, '');
  return FROM_THIRD.get(verb) ?? plain.replace(/(?<!s)s$/, '');
}

export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Text as one paragraph, without the line breaks of a pack file. */
export function toParagraph(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** `a, b and c`. */
export function toList(parts: readonly string[], word = 'and'): string {
  return parts.length < 2
    ? (parts[0] ?? '')
    : `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1) ?? ''}`;
}

/** Parts that say something, with spaces between them. */
export function joinPhrase(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

/** Ends with a full stop unless it ends with a mark already. */
export function addFullStop(text: string): string {
  return /[.!?…][”"’)]*$/u.test(text) ? text : `${text}.`;
}

/** Words of one line of the vocabulary. */
export function toWordSet(line: string): ReadonlySet<string> {
  return new Set(line.split(' '));
}

/** Phrases of a line of the vocabulary, each as its words. */
export function toPhrases(line: string): readonly (readonly string[])[] {
  return line.split(',').map((phrase) => phrase.split(' '));
}

/** Pairs of words of a line of the vocabulary, the second by the first. */
export function toWordMap(line: string): ReadonlyMap<string, string> {
  return new Map(toPhrases(line).map(([word = '', meaning = '']) => [word, meaning]));
}
