import { type Rejection, reject } from '#engine/kit/rejection.ts';

export type Token = { readonly text: string; readonly at: number };

const TOKEN = /\s*(?:(\d{1,6}(?:\.\d{1,4})?(?![\d.a-z_])|[a-z][a-z0-9_]*|[-+*/(),])|$)/giy;
const LONGEST = 200;

/** Cuts a formula into numbers, names and signs. Names are lower-cased. */
export function formulaTokens(text: string): readonly Token[] | Rejection {
  if (text.length > LONGEST) {
    return reject(
      'formula-too-long',
      `the formula has ${text.length} characters; at most ${LONGEST} are read`,
    );
  }
  const tokens: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    end = match.index + match[0].length;
    if (match[1] !== undefined) tokens.push({ text: match[1].toLowerCase(), at: end - match[1].length });
    if (end >= text.length) break;
  }
  if (end >= text.length) return tokens;
  const rest = text.slice(end).trimStart();
  const at = text.length - rest.length + 1;
  return reject(
    'unreadable-formula',
    `"${rest.slice(0, 12)}" at character ${at} cannot be read; a formula has numbers, stats, + - * / and ( )`,
  );
}
