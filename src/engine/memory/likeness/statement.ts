import { ARTICLES, AUXILIARIES, DIGITS } from './words.ts';

/** A sentence as the words that matter, in order. */
export type Statement = {
  readonly words: readonly string[];
  readonly distinct: ReadonlySet<string>;
  /** Words written with a capital where no sentence starts. */
  readonly names: ReadonlySet<string>;
};

const WORD = /(?<start>[.!?:;"“”]\s*)?(?<word>\p{L}[\p{L}\p{M}]*|\d+(?:\.\d+)?)/gu;

export function readStatement(text: string): Statement {
  const words: string[] = [];
  const names = new Set<string>();
  // A full stop in front makes the first word the start of a sentence like any other.
  for (const { groups } of withoutContractions(`. ${text.trimStart()}`).matchAll(WORD)) {
    const written = groups?.word ?? '';
    const word = plainWord(written);
    if (ARTICLES.has(word)) continue;
    words.push(word);
    if (groups?.start === undefined && word !== 'i' && /^\p{Lu}/u.test(written)) names.add(word);
  }
  return { words, distinct: new Set(words), names };
}

function plainWord(written: string): string {
  const plain = /[^A-Za-z0-9.]/.test(written) ? written.normalize('NFD').replace(/\p{M}/gu, '') : written;
  const lower = plain.toLowerCase();
  return DIGITS.get(lower) ?? AUXILIARIES.get(lower) ?? lower;
}

const CONTRACTIONS: readonly [RegExp, string][] = [
  [/\bcan't\b/gi, 'can not'],
  [/\bwon't\b/gi, 'will not'],
  [/\bshan't\b/gi, 'shall not'],
  [/n't\b/gi, ' not'],
  [/'ll\b/gi, ' will'],
  [/'re\b/gi, ' are'],
  [/'ve\b/gi, ' have'],
  [/'m\b/gi, ' am'],
  [/'(?:s|d)\b/gi, ''],
  [/(?<=\p{L})'(?=\p{L})/gu, ''],
];

function withoutContractions(text: string): string {
  const tidy = text
    .normalize('NFKC')
    .replace(/[’‘ʼ`]/g, "'")
    .replace(/\bcannot\b/gi, 'can not')
    .replace(/(?<=\d),(?=\d{3}\b)/g, '');
  if (!tidy.includes("'")) return tidy;
  return CONTRACTIONS.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), tidy);
}
