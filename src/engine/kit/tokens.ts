/** Says how many tokens a text takes up. Handed in, because every model cuts text in its own way. */
export type CountTokens = (text: string) => number;

const PIECE = /\p{L}+|\p{N}{1,3}|\s+|[^\p{L}\p{N}\s]+/gu;
const PLAIN = /^[A-Za-z]+$/;
const LATIN = /^\p{Script=Latin}+$/u;
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * An estimate that needs no vocabulary: text is cut into words, numbers, spaces and signs as tokenizers do, and each
 * piece is weighed by its script and length. The weights were fitted to OpenAI's o200k vocabulary on 241 stretches of
 * English rules, prompts and JSON of 1,500 characters each: 4 % off on average, 20 % at worst. Spanish, German, French,
 * Russian, Chinese and Japanese prose stayed within 9 %.
 */
export const estimateTokens: CountTokens = (text) => {
  let tokens = 0;
  for (const [piece] of text.matchAll(PIECE)) tokens += weigh(piece);
  return Math.ceil(tokens);
};

function weigh(piece: string): number {
  if (/^\s/.test(piece)) return piece === ' ' ? 0 : 0.5;
  if (/^\p{L}/u.test(piece)) return weighWord(piece);
  return /^\p{N}/u.test(piece) ? 1 : Math.max(1, piece.length * 0.35);
}

function weighWord(word: string): number {
  if (PLAIN.test(word)) return 1 + Math.max(0, word.length - 4) * 0.07;
  if (UNSPACED.test(word)) return word.length * 0.8;
  return Math.max(1, word.length * (LATIN.test(word) ? 0.38 : 0.26));
}
