/** How many words in a row count as the same words. */
export const RUN_LENGTH = 6;
const SHORTEST = 4;

export type Word = { readonly word: string; readonly line: number };

/** The words of a text without case, accents and signs, each with its line. */
export function wordsOf(text: string, firstLine = 1): readonly Word[] {
  return text.split('\n').flatMap((line, index) => {
    const plain = line.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
    const words = plain.match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? [];
    return words.map((word) => ({ word, line: firstLine + index }));
  });
}

/** Every run of words of a text; a short text is one run, a very short one none at all. */
export function runsOf(words: readonly Word[]): readonly { readonly run: string; readonly line: number }[] {
  const length = Math.min(RUN_LENGTH, words.length);
  if (length < SHORTEST) return [];
  return words.slice(0, words.length - length + 1).map(({ line }, start) => {
    const run = words.slice(start, start + length).map(({ word }) => word);
    return { run: run.join(' '), line };
  });
}
