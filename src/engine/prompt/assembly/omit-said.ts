import { memoizeText } from '#engine/util/memoize.ts';

/**
 * Returns a function that leaves out of a text every sentence that `elsewhere` says already. Records, lore and authors' own words tell
 * much of the same about somebody, and a prompt pays for each word. A sentence shorter than `shortest` is always kept: `wary` may
 * stand inside another word.
 */
export function omitSaid(elsewhere: string, shortest = 0): (text: string) => string {
  const said = normalise(elsewhere);
  const isSaid = (sentence: string) => {
    const plain = normalise(sentence);
    return plain.length >= shortest && said.includes(plain);
  };
  return (text) => {
    if (said === '' || text === '') return text;
    const left = splitSentences(text).filter((sentence) => !isSaid(sentence));
    return left.join('').trim();
  };
}

const SEGMENTER = new Intl.Segmenter('und', { granularity: 'sentence' });

/** Sentences with the spaces behind them, in any language. */
const splitSentences: (text: string) => readonly string[] = memoizeText((text) =>
  [...SEGMENTER.segment(text)].map(({ segment }) => segment),
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
