import { createHash } from 'node:crypto';

/** Names that stand for the placeholders of a card. */
export type CardNames = {
  /** For `{{char}}`. */
  readonly character: string;
  /** For `{{user}}`. */
  readonly persona: string;
};

export type CleanText = {
  readonly text: string;
  /** Changes beyond the names, each once. */
  readonly notes: readonly string[];
};

/** Elements whose content is no text for readers. */
const CODE = ['script', 'style', 'iframe', 'object', 'svg', 'template'] as const;
const TAG =
  /<\/?(?:a|abbr|audio|b|blockquote|body|br|button|center|code|dd|del|details|div|dl|dt|em|embed|figure|font|form|h[1-6]|head|hr|html|i|img|input|label|li|link|meta|ol|p|pre|s|section|small|source|span|strong|sub|summary|sup|table|tbody|td|th|thead|tr|u|ul|video)(?:\s[^<>]{0,2000})?\/?>/gi;
const BREAK = /^<\/?(?:br|p|div|li|tr|h[1-6]|hr|blockquote)\b/i;
// Control characters but for tab and line feed: none of them is text.
const CONTROL = /[\p{Cc}]/gu;

/** Removes what is no text: control characters, markup of web pages, and code in it. */
function stripMarkup(written: string): CleanText {
  const notes: string[] = [];
  const plain = written
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(CONTROL, (character) => ('\n\t'.includes(character) ? character : ''));
  const safe = CODE.reduce(stripElement, plain);
  if (safe !== plain) notes.push('code of web pages was removed');
  const text = safe.replace(TAG, (tag) => (BREAK.test(tag) ? '\n' : ''));
  if (text !== safe) notes.push('markup of web pages was removed');
  return { text: text.replace(/\n{3,}/g, '\n\n').trim(), notes };
}

/** Removes every element of a name with its content, in one pass; one that is never closed takes the rest. */
function stripElement(text: string, name: string): string {
  const lower = text.toLowerCase();
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const start = findTag(lower, `<${name}`, at);
    if (start < 0) break;
    parts.push(text.slice(at, start));
    const end = lower.indexOf(`</${name}`, start);
    const close = end < 0 ? -1 : lower.indexOf('>', end);
    if (close < 0) return parts.join('');
    at = close + 1;
  }
  return at === 0 ? text : parts.join('') + text.slice(at);
}

function findTag(lower: string, opening: string, from: number): number {
  for (let at = lower.indexOf(opening, from); at >= 0; at = lower.indexOf(opening, at + 1)) {
    if (/[\s/>]/.test(lower[at + opening.length] ?? '>')) return at;
  }
  return -1;
}

const MACRO = /\{\{([^{}]{0,4000})\}\}/g;
const OLD_NAMES: readonly (readonly [RegExp, keyof CardNames])[] = [
  [/<USER>/g, 'persona'],
  [/<(?:BOT|CHAR)>/g, 'character'],
];
/** Placeholders hold others at most this deep. */
const NESTED = 3;

/** Cleans a text of a card and fills in its placeholders. */
export function cleanCardText(written: string, names: CardNames): CleanText {
  const stripped = stripMarkup(written);
  const notes = new Set(stripped.notes);
  let text = OLD_NAMES.reduce((so, [old, name]) => so.replace(old, () => names[name]), stripped.text);
  for (let round = 0; round < NESTED && text.includes('{{'); round += 1) {
    text = text.replace(
      MACRO,
      (whole, inner: string, at: number) => fillMacro(inner, names, at, notes) ?? whole,
    );
  }
  return { text: text.trim(), notes: [...notes] };
}

/** Returns the text for a placeholder; null leaves it as it stands. */
function fillMacro(inner: string, names: CardNames, at: number, notes: Set<string>): string | null {
  const name = inner.trim().toLowerCase();
  if (name === 'char') return names.character;
  if (name === 'user') return names.persona;
  if (name === 'original') return '';
  const [, kind = '', rest = ''] = /^\s*(\/\/|[a-z_]+)\s*:{0,2}([\s\S]*)$/i.exec(inner) ?? [];
  switch (kind.toLowerCase()) {
    case '//':
    case 'comment':
    case 'hidden_key':
    case 'note':
      notes.add('comments were dropped');
      return '';
    case 'random':
    case 'pick':
      notes.add('random choices were made once, when it was imported');
      return chooseOne(rest, at);
    case 'roll':
      notes.add('dice in texts were dropped: the engine rolls');
      return '';
    case 'reverse':
      return [...rest].toReversed().join('');
    default:
      notes.add(`the placeholder {{${inner.slice(0, 40)}}} is not known and stands as it is`);
      return null;
  }
}

function chooseOne(list: string, at: number): string {
  const options = list.includes('::') ? list.split('::') : list.split(/(?<!\\),/);
  const trimmed = options.map((option) => option.replaceAll('\\,', ',').trim());
  const hash = createHash('sha256').update(`${at}\n${list}`).digest();
  return trimmed[hash.readUInt32BE() % Math.max(1, trimmed.length)] ?? '';
}

/** Cuts a long text into pieces at paragraphs, then at lines, then anywhere. */
export function cutAtParagraphs(text: string, most: number): readonly string[] {
  const pieces: string[] = [];
  let rest = text.trim();
  while (rest.length > most) {
    const window = rest.slice(0, most);
    const at = [window.lastIndexOf('\n\n'), window.lastIndexOf('\n'), window.lastIndexOf(' ')].find(
      (one) => one > most / 3,
    );
    pieces.push(rest.slice(0, at ?? most).trim());
    rest = rest.slice(at ?? most).trim();
  }
  return rest === '' ? pieces : [...pieces, rest];
}
