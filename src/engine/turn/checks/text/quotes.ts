export type Span = { readonly start: number; readonly end: number };

const PAIRS: ReadonlyMap<string, string> = new Map([
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['»', '«'],
  ['‹', '›'],
  ['「', '」'],
  ['『', '』'],
  ['"', '"'],
  ['‘', '’'],
]);

/**
 * Where somebody speaks: the spans between quotation marks, the marks included. Speech that runs over a paragraph ends
 * there unless the next one opens with the mark again; speech still open at the end of the text runs to the end.
 */
export function quotedSpans(text: string): readonly Span[] {
  const spans: Span[] = [];
  let index = 0;
  while (index < text.length) {
    const close = closerAt(text, index);
    if (close === null) {
      index += 1;
      continue;
    }
    const end = endOfSpeech(text, index + 1, close);
    spans.push({ start: index, end });
    index = end;
  }
  return spans;
}

function closerAt(text: string, index: number): string | null {
  const mark = text[index] ?? '';
  if (mark === "'") return opensWithApostrophe(text, index) ? "'" : null;
  const close = PAIRS.get(mark);
  if (close === undefined) return null;
  // A single curly mark is an apostrophe far more often than speech.
  if (mark === '‘' && !/\p{L}/u.test(text[index + 1] ?? '')) return null;
  // »…« and «…» are both in use; a closing one with a space behind it opens nothing.
  if (mark === '»' && /^(?:\s|$)/.test(text.slice(index + 1, index + 2))) return null;
  return close;
}

/** A straight apostrophe begins speech only where a word could begin and something ends it like speech. */
function opensWithApostrophe(text: string, index: number): boolean {
  if (!/^(?:|[\s(—–-])$/.test(text[index - 1] ?? '')) return false;
  if (!/[\p{Lu}]/u.test(text[index + 1] ?? '')) return false;
  return /[,.?!…—-]'(?=\s|$)/.test(text.slice(index + 1).split('\n\n')[0] ?? '');
}

function endOfSpeech(text: string, from: number, close: string): number {
  const paragraph = text.indexOf('\n\n', from);
  const limit = paragraph === -1 ? text.length : paragraph;
  for (let at = from; at < limit; at += 1) if (text[at] === close && isCloser(text, at, close)) return at + 1;
  return limit;
}

function isCloser(text: string, at: number, close: string): boolean {
  if (close !== "'" && close !== '’') return true;
  return !/\p{L}/u.test(text[at + 1] ?? '') && /[,.?!…—-]/.test(text[at - 1] ?? '');
}
