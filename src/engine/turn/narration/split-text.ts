import { memoizeText } from '#engine/util/memoize.ts';

/** Finds the start of each sentence in the prose. */
export function findSentenceStarts(sentences: readonly string[]): readonly number[] {
  let at = 0;
  return sentences.map((sentence) => {
    const start = at;
    at += sentence.length;
    return start;
  });
}

/** One word of a text. `norm` has no case and no accents; `raw` is as written, without underscores at its edges. */
export type ProseWord = {
  readonly norm: string;
  readonly raw: string;
  readonly start: number;
  readonly end: number;
};

// `und`: the rules for no language in particular. Chinese, Japanese and Thai are cut by ICU's dictionaries all the same.
const segmenterWords = new Intl.Segmenter('und', { granularity: 'word' });

/** Cuts a text into words by Unicode's rules, in any script. */
export function splitWords(text: string): readonly ProseWord[] {
  const words: ProseWord[] = [];
  for (const { segment, index, isWordLike } of segmenterWords.segment(text)) {
    if (isWordLike !== true) continue;
    const raw = trimUnderscores(segment);
    if (raw !== '') words.push({ norm: normaliseWord(raw), raw, start: index, end: index + segment.length });
  }
  return words;
}

/** Splits one line. Lines of secrets, lore and earlier prose are the same from turn to turn. */
const splitLine = memoizeText((line: string): readonly string[] => splitWords(line).map(({ norm }) => norm));

/** Returns the words of a text in comparable form. A text that grew by a line costs that line alone. */
export function splitNorms(text: string): readonly string[] {
  // No word goes over the end of a line.
  return text.includes('\n') ? text.split('\n').flatMap(splitLine) : splitLine(text);
}

/** Removes Markdown's emphasis, which is no part of a word. */
function trimUnderscores(word: string): string {
  let start = 0;
  let end = word.length;
  while (start < end && word[start] === '_') start += 1;
  while (end > start && word[end - 1] === '_') end -= 1;
  return word.slice(start, end);
}

const ASCII = /^[ -~]*$/;
const ACCENTS = /[\u0300-\u036F]/g;

function normaliseWord(word: string): string {
  if (ASCII.test(word)) return word.toLowerCase();
  return word.normalize('NFKD').replace(ACCENTS, '').normalize('NFC').replaceAll('’', "'").toLowerCase();
}

/** Returns the number a word writes in digits of any script's width; null for other words. */
export function toNumber(word: string): number | null {
  if (!hasFinalDigit(word)) return null;
  const plain = word.normalize('NFKC').replaceAll(',', '');
  return /^\d{1,6}(?:\.\d{1,4})?$/.test(plain) ? Number(plain) : null;
}

/** Tells whether the last character is a digit, as ASCII or of full width. A quick answer for most words. */
export function hasFinalDigit(word: string): boolean {
  const code = word.charCodeAt(word.length - 1);
  return (code >= 0x30 && code <= 0x39) || (code >= 0xff10 && code <= 0xff19);
}

/** Shorter words tell nothing of where they come from; scripts without spaces have shorter words. */
const SHORTEST_TELLING = 4;
const SHORTEST_UNSPACED = 2;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** Words that a narration and a passage must share for the passage to count as told. */
const SHARED_WORDS = 3;

/** Counts the passages that a narration told of: those with enough words that it shares with no other passage. */
export function countToldPassages(passages: readonly string[], prose: string): number {
  const told = new Set(splitNorms(prose));
  const words = passages.map((text) => new Set(splitNorms(text).filter(isTelling)));
  const bearers = new Map<string, number>();
  for (const own of words) for (const word of own) bearers.set(word, (bearers.get(word) ?? 0) + 1);
  const isOwn = (word: string) => told.has(word) && bearers.get(word) === 1;
  return words.filter((own) => [...own].filter(isOwn).length >= SHARED_WORDS).length;
}

function isTelling(word: string): boolean {
  return word.length >= (UNSPACED.test(word) ? SHORTEST_UNSPACED : SHORTEST_TELLING);
}
