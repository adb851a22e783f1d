/** Whether a text holds a quotation, letters and digits alone: spaces, case and marks do not matter. An empty quotation is in none. */
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
 * Every match of a global pattern. Unlike `matchAll`, which makes a new pattern each time, it keeps to the one it is given, and with
 * it to what the platform has made of it: to make that anew takes up to a millisecond.
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
