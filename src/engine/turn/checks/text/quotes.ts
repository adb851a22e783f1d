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

/** Of so many words what stands in italics is somebody's voice; fewer are only stressed. */
const VOICED_WORDS = 3;
const LONGEST_VOICE = 600;

/**
 * Where somebody speaks: the spans between quotation marks, the marks included, and what is set in italics or capitals as a voice is.
 * Speech that runs over a paragraph ends there unless the next one opens with the mark again; speech still open at the end of the text runs to the end.
 */
export function quotedSpans(text: string): readonly Span[] {
  const spans: Span[] = [];
  let index = 0;
  while (index < text.length) {
    const end = endOfVoiceAt(text, index);
    if (end === null) {
      index += 1;
      continue;
    }
    spans.push({ start: index, end });
    index = end;
  }
  return spans;
}

/** Where the voice ends that begins here; null when none does. */
function endOfVoiceAt(text: string, index: number): number | null {
  const close = closerAt(text, index);
  return close === null ? endOfCapitals(text, index) : endOfSpeech(text, index + 1, close);
}

/** `COME WITH NO FRIENDS.`: signs, notes and terminals, of so many words that none is only stressed or an abbreviation. */
const CAPITALS = /\p{Lu}+(?:['’]\p{Lu}+)?(?:[ ,.:;!?-]+\p{Lu}+(?:['’]\p{Lu}+)?(?![\p{Ll}'’])){3,}[.!?]?/uy;

function endOfCapitals(text: string, index: number): number | null {
  if (/\p{L}/u.test(text[index - 1] ?? '')) return null;
  CAPITALS.lastIndex = index;
  const [voice] = CAPITALS.exec(text) ?? [];
  return voice === undefined ? null : index + voice.length;
}

/** Marks that close what they open, and are other things as often. */
const DOUBTFUL: Readonly<Record<string, (text: string, index: number) => boolean>> = {
  "'": opensWithApostrophe,
  '*': opensVoice,
};

function closerAt(text: string, index: number): string | null {
  const mark = text[index] ?? '';
  const doubtful = DOUBTFUL[mark];
  if (doubtful !== undefined) return doubtful(text, index) ? mark : null;
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

/** `*…mind the step, it's slippery…*` */
function opensVoice(text: string, index: number): boolean {
  // Behind a word it closes what was only stressed.
  if (/[\p{L}\d.,;!?]/u.test(text[index - 1] ?? '')) return false;
  const voice = /^\*(?![\s*])([^*\n]+)\*/.exec(text.slice(index, index + LONGEST_VOICE))?.[1] ?? '';
  return voice.trim().split(/\s+/).length >= VOICED_WORDS;
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
