/**
 * Tells whether a text contains a quotation, by letters and digits alone: spaces, case and marks do not matter.
 * Returns false for an empty quotation.
 */
export function hasText(text: string, quote: string): boolean {
  const wanted = toBareText(quote);
  return wanted !== '' && toBareText(text).includes(wanted);
}

function toBareText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/**
 * Returns every match of a global pattern. `matchAll` makes a new pattern each time; this reuses the given one and
 * its compiled form. Compiling anew takes up to a millisecond.
 */
export function findMatches(pattern: RegExp, text: string): readonly RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    found.push(match);
    // A match of nothing would be found for ever.
    if (match[0] === '') pattern.lastIndex += widthAt(text, match.index, pattern.unicode);
  }
  return found;
}

function widthAt(text: string, index: number, isUnicode: boolean): number {
  return isUnicode && (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
}
