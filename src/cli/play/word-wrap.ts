export type WordWrap = {
  /** What can be printed now that this piece has come; an unfinished word and the end of a line are held back. */
  readonly add: (piece: string) => string;
  /** What was held back. */
  readonly end: () => string;
};

/** A line at least so long that ends within a sentence was only broken to fit the page it was written on. */
const LONG_LINE = 60;
const ENDS_SENTENCE = /[.!?:;…”"'’»)\]]$/u;

/**
 * Breaks prose between words while it comes in pieces, and joins lines that were broken for another page. A width of 0 leaves lines as
 * they are.
 */
export function wordWrap(width: number): WordWrap {
  let column = 0;
  let word = '';
  let space = '';
  /** Ends of lines that have come and are not printed yet, and how long the line before them was. */
  let ends = 0;
  let length = 0;
  let last = '';
  const settle = (): string => {
    if (word === '') return '';
    const breaks = width > 0 && column > 0 && column + space.length + word.length > width;
    const text = breaks ? `\n${word}` : `${space}${word}`;
    column = breaks ? word.length : column + text.length;
    length += text.length;
    [word, space, last] = ['', '', word];
    return text;
  };
  const lineEnds = (next: string): string => {
    if (ends === 0) return '';
    const isJoined = ends === 1 && length >= LONG_LINE && !ENDS_SENTENCE.test(last) && /\p{L}/u.test(next);
    const text = isJoined ? '' : '\n'.repeat(ends);
    space = isJoined ? ' ' : '';
    if (!isJoined) column = 0;
    [ends, length] = [0, 0];
    return text;
  };
  const take = (character: string): string => {
    if (character !== '\n' && character !== ' ') {
      const before = word === '' ? lineEnds(character) : '';
      word += character;
      return before;
    }
    const settled = settle();
    if (character === '\n') ends += 1;
    else if (column > 0 && ends === 0) space += ' ';
    return settled;
  };
  return {
    add: (piece) => (width <= 0 ? piece : [...piece].map(take).join('')),
    end: () => {
      const settled = settle();
      const rest = `${settled}${'\n'.repeat(ends)}`;
      ends = 0;
      return rest;
    },
  };
}
