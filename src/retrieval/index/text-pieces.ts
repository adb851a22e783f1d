import { estimateTokens } from '#engine/util/estimate-tokens.ts';

const sentences = new Intl.Segmenter('und', { granularity: 'sentence' });

/** A vector tells one thing well: of a longer text every piece gets one. */
const PIECE_TOKENS = 120;
/** Of longer texts the pieces grow instead. */
const MOST_PIECES = 32;
/** No script writes a token with fewer characters; shorter texts need not be counted. */
const LEAST_CHARACTERS = PIECE_TOKENS;

/** Cuts a long text at the ends of sentences into pieces of about the same length; a short one stays whole. */
export function cutIntoPieces(text: string): readonly string[] {
  const tokens = text.length < LEAST_CHARACTERS ? 0 : estimateTokens(text);
  const count = Math.min(MOST_PIECES, Math.floor(tokens / PIECE_TOKENS));
  if (count < 2) return [text];
  const pieces: string[] = [];
  let start = 0;
  for (const { segment, index } of sentences.segment(text)) {
    // A sentence belongs to the piece most of it lies in.
    const end = ((pieces.length + 1) * text.length) / count;
    if (index > start && index + segment.length / 2 > end) {
      pieces.push(text.slice(start, index));
      start = index;
    }
  }
  return [...pieces, text.slice(start)];
}
