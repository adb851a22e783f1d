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

/**
 * Returns a function that removes from a text every sentence that `elsewhere` already contains. Records, lore and authors' own
 * words repeat much about the same person, and a prompt pays for each word. A sentence shorter than `shortest` is always kept:
 * `wary` may stand inside another word.
 */
export function createRepetitionFilter(elsewhere: string, shortest = 0): (text: string) => string {
  const said = normalise(elsewhere);
  const isFound = (part: string) => {
    const plain = normalise(part);
    return plain.length >= shortest && said.includes(plain);
  };
  // What looks like an abbreviation may end a sentence: `… or the IRS. Sixty-two, in a windbreaker.`
  const isSaid = (sentence: string) => isFound(sentence) || sentence.split(AFTER_STOP).every(isFound);
  return (text) => {
    if (said === '' || text === '') return text;
    const left = splitProse(text).filter((sentence) => !isSaid(sentence));
    return left.join('').trim();
  };
}

const AFTER_STOP = /(?<=\.)\s+(?=\S)/u;

/** Sentences with the spaces behind them, in any language. A line break that only made prose fit its file ends none. */
const splitProse: (text: string) => readonly string[] = memoizeText((text) =>
  splitSentences(joinHardWrappedLines(text)),
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
