/** One word of a text. `norm` has no case and no accents; `raw` is as written, without underscores at its edges. */
export type Word = {
  readonly norm: string;
  readonly raw: string;
  readonly start: number;
  readonly end: number;
};

// `und`: the rules for no language in particular. Chinese, Japanese and Thai are cut by ICU's dictionaries all the same.
const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** Cuts a text into words by Unicode's rules, in any script. */
export function splitWords(text: string): readonly Word[] {
  const words: Word[] = [];
  for (const { segment, index, isWordLike } of segmenter.segment(text)) {
    if (isWordLike !== true) continue;
    const raw = trimUnderscores(segment);
    if (raw !== '') words.push({ norm: normaliseWord(raw), raw, start: index, end: index + segment.length });
  }
  return words;
}

/** Markdown's emphasis is no part of a word. */
function trimUnderscores(word: string): string {
  let start = 0;
  let end = word.length;
  while (start < end && word[start] === '_') start += 1;
  while (end > start && word[end - 1] === '_') end -= 1;
  return word.slice(start, end);
}

const ASCII = /^[ -~]*$/;
const ACCENTS = /[\u0300-\u036F]/g;

export function normaliseWord(word: string): string {
  if (ASCII.test(word)) return word.toLowerCase();
  return word.normalize('NFKD').replace(ACCENTS, '').normalize('NFC').replaceAll('’', "'").toLowerCase();
}

/** The number a word writes in digits of any script's width; null for other words. */
export function toNumber(word: string): number | null {
  if (!endsInDigit(word)) return null;
  const plain = word.normalize('NFKC').replaceAll(',', '');
  return /^\d{1,6}(?:\.\d{1,4})?$/.test(plain) ? Number(plain) : null;
}

/** Whether the last character is a digit, as ASCII or of full width. A quick answer for most words. */
export function endsInDigit(word: string): boolean {
  const code = word.charCodeAt(word.length - 1);
  return (code >= 0x30 && code <= 0x39) || (code >= 0xff10 && code <= 0xff19);
}
