export type WordWrap = {
  /** What can be printed now that this piece has come; an unfinished word is held back. */
  readonly add: (piece: string) => string;
  /** What was held back. */
  readonly end: () => string;
};

/** Breaks prose between words while it comes in pieces. A width of 0 leaves lines as they are. */
export function wordWrap(width: number): WordWrap {
  let column = 0;
  let word = '';
  let space = '';
  const settle = (): string => {
    if (word === '') return '';
    const breaks = width > 0 && column > 0 && column + space.length + word.length > width;
    const text = breaks ? `\n${word}` : `${space}${word}`;
    column = breaks ? word.length : column + text.length;
    [word, space] = ['', ''];
    return text;
  };
  const take = (character: string): string => {
    if (character !== '\n' && character !== ' ') {
      word += character;
      return '';
    }
    const settled = settle();
    if (character === ' ') {
      if (column > 0) space += ' ';
      return settled;
    }
    [column, space] = [0, ''];
    return `${settled}\n`;
  };
  return {
    add: (piece) => (width <= 0 ? piece : [...piece].map(take).join('')),
    end: settle,
  };
}
