import { ARTICLES, AUXILIARIES, DIGITS } from './words.ts';

/** A sentence as the words that matter, in order. */
export type Statement = {
  readonly words: readonly string[];
  /** Words written with a capital where no sentence starts. */
  readonly names: ReadonlySet<string>;
};

const WORD = /(?<start>^|[.!?:;"“”]\s*)?(?<word>\p{L}[\p{L}\p{M}]*|\d+(?:\.\d+)?)/gu;

export function readStatement(text: string): Statement {
  const words: string[] = [];
  const names = new Set<string>();
  for (const { groups } of withoutContractions(text).matchAll(WORD)) {
    const written = groups?.word ?? '';
    const word = plainWord(written);
    if (ARTICLES.has(word)) continue;
    words.push(word);
    if (groups?.start === undefined && word !== 'i' && /^\p{Lu}/u.test(written)) names.add(word);
  }
  return { words, names };
}

function plainWord(written: string): string {
  const plain = written.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return DIGITS.get(plain) ?? AUXILIARIES.get(plain) ?? plain;
}

const CONTRACTIONS: readonly [RegExp, string][] = [
  [/\bcan(?:'t|not)\b/gi, 'can not'],
  [/\bwon't\b/gi, 'will not'],
  [/\bshan't\b/gi, 'shall not'],
  [/n't\b/gi, ' not'],
  [/'ll\b/gi, ' will'],
  [/'re\b/gi, ' are'],
  [/'ve\b/gi, ' have'],
  [/'m\b/gi, ' am'],
  [/'(?:s|d)\b/gi, ''],
  [/(?<=\p{L})'(?=\p{L})/gu, ''],
  [/(?<=\d),(?=\d{3}\b)/g, ''],
];

function withoutContractions(text: string): string {
  const straight = text.normalize('NFKC').replace(/[’‘ʼ`]/g, "'");
  return CONTRACTIONS.reduce(
    (result, [pattern, replacement]) => result.replace(pattern, replacement),
    straight,
  );
}
