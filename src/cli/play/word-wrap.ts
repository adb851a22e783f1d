import { isHardWrap, isListMarker } from '#engine/util/hard-wrapped-lines.ts';

export type WordWrap = {
  /** Returns what can be printed after this piece; an unfinished word and line breaks before it are held back. */
  readonly add: (piece: string) => string;
  /** Returns what was held back. */
  readonly end: () => string;
};

/**
 * Wraps prose at word boundaries while it arrives in pieces. Lines of one paragraph are joined first; blank lines separate
 * paragraphs; verses, lists and indented lines keep their breaks. A width of 0 returns every piece unchanged.
 */
export function wordWrap(width: number): WordWrap {
  let column = 0;
  let word = '';
  let space = '';
  /** Indentation of the lines that a long line continues on. */
  let hang = '';
  /** Line breaks not printed yet, and the length of the source line before them. */
  let breaks = 0;
  let length = 0;
  let isLineStart = true;

  const startLine = (): string => {
    const joins = breaks === 1 && space === '' && isHardWrap(length, word);
    const text = joins ? '' : `${'\n'.repeat(breaks)}${space}`;
    if (!joins) {
      column = space.length;
      hang = isListMarker(word) ? ' '.repeat(column + word.length + 1) : space;
    }
    space = joins ? ' ' : '';
    [breaks, length, isLineStart] = [0, 0, false];
    return text;
  };
  const endWord = (): string => {
    if (word === '') return '';
    const before = isLineStart ? startLine() : '';
    const overflows = column > hang.length && column + space.length + word.length > width;
    const text = overflows ? `\n${hang}${word}` : `${space}${word}`;
    column = overflows ? hang.length + word.length : column + text.length;
    length += space.length + word.length;
    [word, space] = ['', ''];
    return `${before}${text}`;
  };
  const take = (character: string): string => {
    if (character !== '\n' && character !== ' ') {
      word += character;
      return '';
    }
    const text = endWord();
    if (character === ' ') space += ' ';
    else {
      breaks += 1;
      [space, isLineStart] = ['', true];
    }
    return text;
  };
  return {
    add: (piece) => (width <= 0 ? piece : [...piece].map(take).join('')),
    end: () => {
      const rest = `${endWord()}${'\n'.repeat(breaks)}`;
      [breaks, space] = [0, ''];
      return rest;
    },
  };
}
