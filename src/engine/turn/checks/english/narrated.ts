import { matchesOf } from '#engine/kit/matches-of.ts';
import { quotedSpans } from '../text/quotes.ts';
import { modernWord } from './archaic.ts';
import { kindOf, readVerb, type VerbForm } from './verbs.ts';

/** A word or mark of the narrator's own voice, or a stretch of somebody's speech as one token. */
export type Token = {
  readonly kind: 'word' | 'mark' | 'speech';
  readonly text: string;
  readonly lower: string;
  readonly start: number;
  readonly end: number;
};

/** A sentence of the narrator, with the speech in it folded up. */
export type Sentence = { readonly tokens: readonly Token[]; readonly text: string };

const PIECE = /\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)?|\d+(?:[.,]\d+)*|\n\s*\n|[^\s\p{L}\d]/gu;
const CONTRACTION = /^(you|i|he|she|it|they|we)(['’](?:re|ve|ll|d|m|s))$/i;

/** The sentences of a narration. What stands in quotation marks is somebody's speech and is one token each. */
export function narratedSentences(prose: string): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let current: Token[] = [];
  const close = () => {
    const [first] = current;
    const last = current.at(-1);
    if (first !== undefined && last !== undefined)
      sentences.push({ tokens: current, text: prose.slice(first.start, last.end) });
    current = [];
  };
  const all = tokensOf(prose);
  for (const [at, token] of all.entries()) {
    if (startsAnew(current, token) && !isAttribution(current, all, at)) close();
    if (!/^\n/.test(token.text)) current.push(token);
    if (isEnd(token)) close();
  }
  close();
  return sentences;
}

/** A sentence as the narrator says it, with a placeholder where somebody else speaks. */
export function narratorsWords({ tokens }: Sentence): string {
  let words = '';
  for (const [index, { kind, text, start }] of tokens.entries()) {
    const gap = index > 0 && start > (tokens[index - 1]?.end ?? start) ? ' ' : '';
    words += gap + (kind === 'speech' ? '“…”' : text);
  }
  return words;
}

function isEnd({ kind, text }: Token): boolean {
  return kind === 'mark' && /^(?:[.!?…]|\n\s*\n)$/.test(text);
}

/** Speech that ended like a sentence, and a capital behind it: `"No." The King` but not `"No?" he asks`. */
function startsAnew(current: readonly Token[], token: Token): boolean {
  const last = current.at(-1);
  if (last?.kind !== 'speech' || !/[.!?…]["”’'»]*$/.test(last.text)) return false;
  return (
    token.kind === 'speech' || (token.kind === 'word' && /^\p{Lu}/u.test(token.text) && token.lower !== 'i')
  );
}

const LONGEST_NAME = 4;

/** `"What talk?" Mencía asks`: a question or a cry goes on into who utters it. */
function isAttribution(current: readonly Token[], all: readonly Token[], at: number): boolean {
  if (!/[!?…]["”’'»]*$/.test(current.at(-1)?.text ?? '') || all[at]?.kind !== 'word') return false;
  const name = all.slice(at, at + LONGEST_NAME);
  const verb = name.findIndex(
    ({ text }) => /^\p{Ll}/u.test(text) && !/^(?:de|of|the|von|van|la)$/.test(text),
  );
  return verb > 0 && readVerb(name[verb]?.lower ?? '').some(({ lemma, form }) => isUttering(lemma, form));
}

function isUttering(lemma: string, form: VerbForm): boolean {
  return (form === 'third' || form === 'past') && kindOf(lemma) === 'speak';
}

function tokensOf(prose: string): readonly Token[] {
  const spans = quotedSpans(prose);
  const tokens: Token[] = [];
  let from = 0;
  for (const { start, end } of spans) {
    tokens.push(...pieces(prose, from, start));
    const text = prose.slice(start, end);
    tokens.push({ kind: 'speech', text, lower: text.toLowerCase(), start, end });
    from = end;
  }
  return [...tokens, ...pieces(prose, from, prose.length)];
}

const TITLE = /^(?:Mr|Mrs|Ms|Dr|St|Prof|Capt|Sgt|Lt|Col|Gen|Rev|\p{Lu})$/u;

function pieces(prose: string, from: number, to: number): readonly Token[] {
  const tokens: Token[] = [];
  for (const match of matchesOf(PIECE, prose.slice(from, to))) {
    const text = match[0];
    const start = from + match.index;
    // The full stop of `Mr.` ends no sentence.
    if (text === '.' && TITLE.test(tokens.at(-1)?.text ?? '') && tokens.at(-1)?.end === start) continue;
    tokens.push(...asTokens(text, start));
  }
  return tokens;
}

function asTokens(text: string, start: number): readonly Token[] {
  const end = start + text.length;
  if (!/^\p{L}/u.test(text)) {
    const kind = /^\d/.test(text) ? 'word' : 'mark';
    return [{ kind, text, lower: text, start, end }];
  }
  const parts = CONTRACTION.exec(text);
  const word = (part: string, at: number): Token => ({
    kind: 'word',
    text: part,
    lower: modernWord(part.toLowerCase().replace('’', "'")),
    start: at,
    end: at + part.length,
  });
  if (parts?.[1] === undefined || parts[2] === undefined) return [word(text, start)];
  return [word(parts[1], start), word(parts[2], start + parts[1].length)];
}
