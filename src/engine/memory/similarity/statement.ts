const listed = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Words that do not affect whether two statements are the same. */
const ARTICLES = listed('a an the');

/**
 * Words that make two statements different when only one of them has the word. They are negations, limits, conditions, modals and
 * auxiliaries, directions, pretence and persons. Numbers and names are recognised by their form.
 */
export const DECISIVE_WORDS = listed(`
  not no never none nobody nothing nowhere neither nor without cannot unable
  hardly barely scarcely rarely seldom almost nearly only merely except unless until if whether but or instead
  will would shall should can could may might must ought going wants want wished wishes hopes hoped plans planned
  be have do
  to from in into out on onto off up down over under above below before after since for against with toward
  towards away back between behind by at about through across
  falsely false fake pretends pretended pretend pretending supposedly allegedly apparently former formerly
  stops stopped stop quit fails failed fail refuses refused refuse denies denied deny doubts doubted doubt
  lies lied forgets forgot avoids avoided
  i me my you your he him his she her hers it its we us our they them their who whom whose
  all every each both half some any few many more less most least
  first second third fourth fifth sixth seventh eighth ninth tenth last next previous twice dozen thousand million
  other another own same different
  left right north south east west
`);

/** Adverbs that may stand almost anywhere in a sentence. */
const MOVABLE = listed('again now today tonight yesterday tomorrow soon then here there once');

const NOT_ADVERBS = listed(
  'family reply ally bully belly assembly rally lily jelly july italy holy ugly only early',
);

export function isMovableAdverb(word: string): boolean {
  if (DECISIVE_WORDS.has(word) || NOT_ADVERBS.has(word)) return false;
  return MOVABLE.has(word) || (word.length > 4 && word.endsWith('ly'));
}

const NUMBER_WORDS =
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
  sixteen seventeen eighteen nineteen twenty`.split(/\s+/);
const TENS = 'thirty forty fifty sixty seventy eighty ninety hundred'.split(' ');

/** Number words as digits, so that `three` and `3` are one word. */
const DIGITS: ReadonlyMap<string, string> = new Map([
  ...NUMBER_WORDS.map((word, value): [string, string] => [word, String(value)]),
  ...TENS.map((word, index): [string, string] => [word, String((index + 3) * 10)]),
]);

/** Forms of the auxiliaries, under one word each. */
const AUXILIARIES: ReadonlyMap<string, string> = new Map([
  ...[...listed('am is are was were been being')].map((word): [string, string] => [word, 'be']),
  ...[...listed('has had having')].map((word): [string, string] => [word, 'have']),
  ...[...listed('does did doing done')].map((word): [string, string] => [word, 'do']),
]);

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
