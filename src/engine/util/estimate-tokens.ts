import { memoizeText } from './memoize.ts';

/** Counts the tokens of a text. Injected, because every model splits text in its own way. */
export type CountTokens = (text: string) => number;

/**
 * Estimates tokens without a vocabulary. Splits text into words, numbers, spaces and signs as tokenizers do, and
 * weighs each piece by script and length. The weights were fitted to OpenAI's o200k vocabulary on 241 passages of
 * English rules, prompts and JSON. Each had 1,500 characters; the error was 4 % on average, 20 % at worst. Spanish,
 * German, French, Russian, Chinese and Japanese prose stayed within 9 %.
 */
export const estimateTokens: CountTokens = memoizeText((text) => {
  let tokens = 0;
  let at = 0;
  while (at < text.length) {
    const kind = kindAt(text, at);
    const end = endOfPiece(text, at, kind);
    tokens += weigh(text, at, end, kind);
    at = end;
  }
  return Math.ceil(tokens);
});

// Kinds of piece, as numbers in a table by character code for speed: this runs over every prompt several times.
const SPACE = 0;
const LETTER = 1;
const DIGIT = 2;
const SIGN = 3;

/** Largest group of digits counted as one piece. */
const DIGITS = 3;

const ASCII = Uint8Array.from({ length: 128 }, (_, code) => kindOf(String.fromCharCode(code)));

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 128 ? (ASCII[code] ?? SIGN) : kindOf(String.fromCodePoint(text.codePointAt(at) ?? 0));
}

function kindOf(character: string): number {
  if (/\p{L}/u.test(character)) return LETTER;
  if (/\p{N}/u.test(character)) return DIGIT;
  return /\s/.test(character) ? SPACE : SIGN;
}

function endOfPiece(text: string, start: number, kind: number): number {
  let end = start + widthAt(text, start);
  while (end < text.length && kindAt(text, end) === kind) {
    if (kind === DIGIT && end - start >= DIGITS) break;
    end += widthAt(text, end);
  }
  return end;
}

function widthAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xd800 && code <= 0xdbff && at + 1 < text.length ? 2 : 1;
}

function weigh(text: string, start: number, end: number, kind: number): number {
  const length = end - start;
  if (kind === LETTER) return weighWord(text, start, end);
  if (kind === DIGIT) return 1;
  if (kind === SIGN) return Math.max(1, length * 0.35);
  return length === 1 && text.charCodeAt(start) === 32 ? 0 : 0.5;
}

const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const LATIN = /^\p{Script=Latin}+$/u;

function weighWord(text: string, start: number, end: number): number {
  const length = end - start;
  if (isAscii(text, start, end)) return 1 + Math.max(0, length - 4) * 0.07;
  const word = text.slice(start, end);
  if (UNSPACED.test(word)) return length * 0.8;
  return Math.max(1, length * (LATIN.test(word) ? 0.38 : 0.26));
}

function isAscii(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (text.charCodeAt(at) > 127) return false;
  return true;
}
