import { joinHardWrappedLines } from '#engine/util/hard-wrapped-lines.ts';
import { memoizeText } from '#engine/util/memoize.ts';
import { splitSentences } from '#engine/util/split-sentences.ts';
import { neutralise } from './neutralise.ts';

/** Writes lines under a heading; empty when there are no lines. */
export function writeSection(heading: string, lines: readonly string[]): string {
  const written = lines.map(toOneLine).filter((line) => line !== '');
  return written.length === 0 ? '' : `${heading}:\n${written.map((line) => `- ${line}`).join('\n')}`;
}

/** Joins texts, without the empty ones. */
export function joinTexts(texts: readonly string[], between = '\n'): string {
  return texts.filter((text) => text !== '').join(between);
}

/** Puts text from outside on one line. */
export const toOneLine: (text: string) => string = memoizeText((text) =>
  neutralise(text)
    .replace(/\s*\n\s*/g, ' ')
    .trim(),
);

/** Writes a label and its text on one line; empty when there is no text. */
export function writeLabelled(label: string, text: string): string {
  const said = toOneLine(text);
  return said === '' ? '' : `${label}: ${said}`;
}

/** Ends a text with a full stop, unless it ends with a mark of its own. */
export function endLine(text: string): string {
  const line = toOneLine(text);
  return line === '' || /\p{P}$/u.test(line) ? line : `${line}.`;
}

/** Length below which a sentence may stand inside another word or sentence by chance. */
export const SHORTEST_REPETITION = 16;

/**
 * Returns a function that removes from a text every sentence that `elsewhere` already contains. Records, lore and authors' own
 * words repeat much about the same person, and a prompt pays for each word. A sentence shorter than `shortest` is always kept:
 * `wary` may stand inside another word.
 */
export function createRepetitionFilter(elsewhere: string, shortest = 0): (text: string) => string {
  const said = normalise(elsewhere);
  const isFound = (plain: string) => plain.length >= shortest && said.includes(plain);
  return (text) => {
    if (said === '' || text === '') return text;
    const left = splitProse(text).filter(({ plain, parts }) => !isFound(plain) && !parts.every(isFound));
    return left
      .map(({ sentence }) => sentence)
      .join('')
      .trim();
  };
}

const AFTER_STOP = /(?<=\.)\s+(?=\S)/u;

/** A sentence with the spaces behind it, in comparable form, and its parts after each full stop in the same form. */
type Comparable = { readonly sentence: string; readonly plain: string; readonly parts: readonly string[] };

/**
 * Splits a text into sentences, in any language. A line break that only made prose fit its file ends none. What looks like an
 * abbreviation may end a sentence: `… or the IRS. Sixty-two, in a windbreaker.` So its parts are compared as well.
 */
const splitProse: (text: string) => readonly Comparable[] = memoizeText((text) =>
  splitSentences(joinHardWrappedLines(text)).map((sentence) => {
    const parts = sentence.split(AFTER_STOP).map(normalise);
    return { sentence, plain: normalise(sentence), parts };
  }),
);

/** Lower case, one space between words, no quotation marks, no full stop at the end. */
const normalise: (text: string) => string = memoizeText((text) =>
  text
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .replace(/["“”«»]/gu, '')
    .trim()
    .replace(/\.$/u, ''),
);
