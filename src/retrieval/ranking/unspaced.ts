/** Scripts that put no space between words: each letter of these is looked for by itself, as both sides can agree on that. */
const LETTERS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** Of these a letter alone says too little; their words are known to the platform. */
const RUNS = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/u;
const EITHER = new RegExp(`${LETTERS.source}|${RUNS.source}`, 'gu');

const words = new Intl.Segmenter('th', { granularity: 'word' });

/** No text has this in it, and whoever reads words takes it for their end. */
const MARK = '\u2063';

function marked(found: string): string {
  const parts = LETTERS.test(found) ? [found] : Array.from(words.segment(found), ({ segment }) => segment);
  return parts.map((part) => `${MARK}${part}${MARK}`).join('');
}

/** A text with the ends of words marked where it does not show them itself, and letters and their accents as one. */
export function withWordEnds(text: string): string {
  return text.normalize('NFC').replace(EITHER, marked);
}

/** The same text without the marks. */
export function withoutWordEnds(text: string): string {
  return text.replaceAll(MARK, '');
}
