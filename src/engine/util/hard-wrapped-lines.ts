/** Length from which a line counts as wrapped. A shorter line was ended on purpose: a verse, a sign, a list entry. */
const SHORTEST_WRAPPED_LINE = 40;
const LIST_MARKER = /^(?:[-*•]|\d{1,3}[.)])$/;

/** Tells whether a word at the start of a line numbers or marks an entry of a list. */
export function isListMarker(word: string): boolean {
  return LIST_MARKER.test(word);
}

/**
 * Tells whether a single line break only made prose fit the file it was written in. Does not concern blank lines,
 * which separate paragraphs. `lineLength` is that of the line before the break, `nextWord` the first word after it.
 */
export function isHardWrap(lineLength: number, nextWord: string): boolean {
  return lineLength >= SHORTEST_WRAPPED_LINE && !isListMarker(nextWord);
}

/** Joins the lines of each paragraph of authored prose. Verses, lists and indented lines stay as they are. */
export function joinHardWrappedLines(text: string): string {
  const [first = '', ...rest] = text.trim().split('\n');
  let before = first.trimEnd();
  let joined = before;
  for (const line of rest.map((one) => one.trimEnd())) {
    const [word = ''] = line.split(' ');
    const joins = word !== '' && before !== '' && isHardWrap(before.length, word);
    joined += joins ? ` ${line}` : `\n${line}`;
    before = line;
  }
  return joined;
}
