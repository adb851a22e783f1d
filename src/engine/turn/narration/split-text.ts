const segmenter = new Intl.Segmenter('und', { granularity: 'sentence' });
const LETTER = /\p{L}/u;
/** `Dr. `, `St. `: a short capitalised word before a full stop may be an abbreviation, so the text goes on. */
const MAY_GO_ON = /(?:^|[^\p{L}\p{N}])\p{Lu}\p{L}{0,2}\.[ \u00A0]$/u;
/** So many characters at the end decide whether a sentence goes on. */
const TAIL = 8;

/**
 * Cuts prose into sentences by Unicode's rules, in any script. Joined, they are the prose to the last character. A piece without
 * a letter belongs to the sentence before it. These are the sentences that are numbered from 1 for models and for Outcome items.
 */
export function splitSentences(text: string): readonly string[] {
  const starts: number[] = [];
  let isOpen = false;
  let openHasLetter = false;
  for (const { segment, index } of segmenter.segment(text)) {
    const isTold = hasLetter(segment);
    if (!isOpen && starts.length > 0 && !isTold) continue;
    if (!isOpen) starts.push(index);
    openHasLetter ||= isTold;
    isOpen = !openHasLetter || MAY_GO_ON.test(segment.slice(-TAIL));
    if (!isOpen) openHasLetter = false;
  }
  return starts.map((start, at) => text.slice(start, starts[at + 1] ?? text.length));
}

function hasLetter(text: string): boolean {
  return LETTER.test(text);
}

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
