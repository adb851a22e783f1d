/** Says how many tokens a text takes up. Handed in, because every model cuts text in its own way. */
export type CountTokens = (text: string) => number;

const PIECE = /\p{L}+|\p{N}{1,3}|\s+|[^\p{L}\p{N}\s]+/gu;
const LATIN = /^[A-Za-z]+$/;

/**
 * An estimate that needs no vocabulary: text is cut into words, numbers, spaces and signs as tokenizers do, and each
 * piece is weighed by its length and script.
 */
export const estimateTokens: CountTokens = (text) => {
  let tokens = 0;
  for (const [piece] of text.matchAll(PIECE)) tokens += weigh(piece);
  return Math.ceil(tokens);
};

function weigh(piece: string): number {
  if (piece.trim() === '') return piece === ' ' ? 0 : 0.5;
  if (LATIN.test(piece)) return piece.length <= 7 ? 1 : piece.length / 5;
  if (/^\p{L}/u.test(piece)) return Math.max(1, piece.length * 0.55);
  return /^\p{N}/u.test(piece) ? 1 : Math.max(1, piece.length * 0.5);
}
