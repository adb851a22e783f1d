import { findMatches } from '#engine/util/text-search.ts';
import { DEFAULT_LANGUAGE } from '../index/full-text-language.ts';

/** Scripts that put no space between words: each letter of these is looked for by itself, as both sides can agree on that. */
const LETTERS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** Of these a letter alone says too little; their words are known to the platform. */
const RUNS = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/u;
const EITHER = new RegExp(`${LETTERS.source}|${RUNS.source}`, 'gu');

const words = new Intl.Segmenter('th', { granularity: 'word' });

/** Mark that occurs in no text; tokenizers take it for the end of a word. */
const MARK = '\u2063';

function marked(found: string): string {
  const parts = LETTERS.test(found) ? [found] : Array.from(words.segment(found), ({ segment }) => segment);
  return parts.map((part) => `${MARK}${part}${MARK}`).join('');
}

/** Marks the ends of words where the text does not show them itself. Joins letters with their accents. */
export function markWordEnds(text: string): string {
  return text.normalize('NFC').replace(EITHER, marked);
}

/** Removes the marks of `markWordEnds`. */
export function removeWordEnds(text: string): string {
  return text.replaceAll(MARK, '');
}

const ENDINGS = /(?:ings?|ed|es|s)$/;
const SHORTEST = 3;

/** Stems a word roughly, but alike on both sides of a comparison: `touched`, `touching` and `touch` become one. */
export function stemWord(word: string): string {
  const cut = word.replace(ENDINGS, '');
  const bare = cut.length >= SHORTEST ? cut : word;
  // searched → search, but ripped → rip and taking → tak, like take.
  return bare.replace(/([b-df-hj-np-tv-z])\1$/, '$1').replace(/e$/, '');
}

/** Removes accents and capitals. Syllables that are not made of a letter and its accent stay whole. */
export function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC').toLowerCase();
}

/** Words of a question that say how it is asked, not what about. The index knows most of them; not all. */
const EMPTY = new Set(
  `a an the and or but if of to in on at by for with from as into about is are was were be been being am do does did
  doing done have has had having can could may might must shall should will would what when where which who whom whose
  why how i me my mine we us our ours you your yours he him his she her hers it its they them their theirs this that
  these those there here not no nor so than then too very just also any some such only own same s t d ll m re ve tell
  please`.split(/\s+/),
);

const NO_WORDS: ReadonlySet<string> = new Set();

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** In Japanese what is written so beside other letters is mostly how a word ends. */
const ENDING = /^\p{Script=Hiragana}$/u;
/** Longer questions say nothing more; every further word makes the full text slower. */
const MOST_WORDS = 300;
const MOST_CHARACTERS = 20_000;

/** Lists the words of a text, in order, as often as they occur. */
export function listWords(text: string): string[] {
  return findMatches(WORD, markWordEnds(text.slice(0, MOST_CHARACTERS))).map(([word]) => word);
}

/**
 * Lists the words of a text that say what it is about, in order, as often as they occur. `language` is that of the texts
 * they are compared with: in another than English, words that say nothing are left to the index, which knows them.
 */
export function listContentWords(text: string, language = DEFAULT_LANGUAGE): string[] {
  const words = listWords(text);
  const empty = language.startsWith(DEFAULT_LANGUAGE) ? EMPTY : NO_WORDS;
  const telling = words.filter((word) => !empty.has(word.toLowerCase()) && !ENDING.test(word));
  return telling.length > 0 ? telling : words;
}

/**
 * Extracts the words worth searching for, in order. A word that a long question repeats stays repeated: it counts more.
 * They contain only letters and digits, so none is read as an operator.
 */
export function extractContentWords(text: string, language?: string): string[] {
  return listContentWords(text, language).slice(0, MOST_WORDS);
}
