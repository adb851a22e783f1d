import vocabulary from './vocabulary.json' with { type: 'json' };

/** One word of a text: as written, and in the form words are compared in. */
export type Token = {
  readonly raw: string;
  /** Lower case, without accents and possessive endings. */
  readonly word: string;
  /** A passage in quotation marks is one token. */
  readonly isQuote: boolean;
  /** The mark that follows: none, a comma, or the end of a sentence. */
  readonly mark: '' | 'comma' | 'stop';
};

const TOKEN = /“[^”]*”?|"[^"]*"?|«[^»]*»?|[\p{L}\p{N}][\p{L}\p{N}'’:\-_/]*|[.,;!?…]+/gu;
/** A nickname within a name is no speech: `Perpetua "Pet" Dombrowski`. */
const NICKNAME = /(?<=\p{Lu}\p{L}* )["“](\p{Lu}\p{L}*)["”](?= \p{Lu})/gu;
const QUOTE = /^[“"«]/u;

export function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
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
function markOf(raw: string, { word }: Token): Token['mark'] {
  if (raw.startsWith(',')) return 'comma';
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
    .replace(/'s$|s'$|^'+|[':-]+$/g, (ending) => (ending === "s'" ? 's' : ''));
}

export type Words = readonly Token[];

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

const STOP_WORDS = new Set(vocabulary.stopWords.split(' '));

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/** Stems of the words that carry meaning, in order. */
export function contentStems(text: string): string[] {
  return tokenise(text)
    .flatMap((token) => (token.isQuote ? tokenise(token.raw.replace(/[“”"«»]/gu, ' ')) : [token]))
    .filter(({ word }) => word !== '' && !STOP_WORDS.has(word))
    .map(({ word }) => stem(word));
}

/** Whether one word is the other with a typing error: one in short words, two in long ones, two letters that changed places in words of three, never in the first letter. */
export function isTypo(typed: string, meant: string): boolean {
  const shorter = Math.min(typed.length, meant.length);
  if (typed === meant || typed[0] !== meant[0]) return false;
  if (shorter === 3) return [...typed].toSorted().join() === [...meant].toSorted().join();
  if (shorter < 4) return false;
  return editDistance(typed, meant) <= (shorter < 7 ? 1 : 2);
}

/** Edit distance in which two neighbouring letters that changed places count as one error. */
export function editDistance(one: string, other: string): number {
  const [a, b] = [one.slice(0, 40), other.slice(0, 40)];
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = (last[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const swapped =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
          ? (beforeLast[column - 2] ?? 0) + 1
          : Number.POSITIVE_INFINITY;
      current.push(Math.min(replaced, swapped, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    [beforeLast, last] = [last, current];
  }
  return last[b.length] ?? 0;
}

/** Third person of a verb phrase in its plain form: `give the collar` as `gives the collar`. */
export function toThirdPerson(phrase: string): string {
  const [verb = '', ...rest] = phrase.split(' ');
  const own: Readonly<Record<string, string>> = { have: 'has', are: 'is', do: 'does' };
  const inflected = verb
    .replace(/(?<=[^aeiou])y$/, 'ie')
    .replace(/(?:[sxzo]|[cs]h)$/, (ending) => `${ending}e`);
  return [own[verb] ?? `${inflected}s`, ...rest].join(' ');
}

/** Plain form of a verb in the third person: `gives` as `give`. */
export function fromThirdPerson(verb: string): string {
  const own: Readonly<Record<string, string>> = { has: 'have', is: 'are', does: 'do', goes: 'go' };
  return (
    own[verb] ??
    verb
      .replace(/ies$/, 'y')
      .replace(/(?<=ss|x|z|ch|sh)es$/, '')
      .replace(/(?<!s)s$/, '')
  );
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
export function phraseOf(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

/** Ends with a full stop unless it ends with a mark already. */
export function withStop(text: string): string {
  return /[.!?…][”"’)]*$/u.test(text) ? text : `${text}.`;
}
