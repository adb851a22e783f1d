const segmenter = new Intl.Segmenter('und', { granularity: 'sentence' });
const LETTER = /\p{L}/u;
/** `Dr. `, `St. `: a short capitalised word before a full stop may be an abbreviation, so the text goes on. */
const MAY_GO_ON = /(?:^|[^\p{L}\p{N}])\p{Lu}\p{L}{0,2}\.[ \u00A0]$/u;
/** So many characters at the end decide whether a sentence goes on. */
const TAIL = 8;

/**
 * Cuts prose into sentences by Unicode's rules, in any script. Joined, they are the prose to the last character. A piece without
 * a letter belongs to the sentence before it. These are the sentences that are numbered from 1 for models and for Outcome items.
 */
export function splitSentences(text: string): readonly string[] {
  const starts: number[] = [];
  let isOpen = false;
  let openHasLetter = false;
  for (const { segment, index } of segmenter.segment(text)) {
    const isTold = hasLetter(segment);
    if (!isOpen && starts.length > 0 && !isTold) continue;
    if (!isOpen) starts.push(index);
    openHasLetter ||= isTold;
    isOpen = !openHasLetter || MAY_GO_ON.test(segment.slice(-TAIL));
    if (!isOpen) openHasLetter = false;
  }
  return starts.map((start, at) => text.slice(start, starts[at + 1] ?? text.length));
}

function hasLetter(text: string): boolean {
  return LETTER.test(text);
}
