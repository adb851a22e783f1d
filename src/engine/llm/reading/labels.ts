const PROSE_WORDS = [
  'narration',
  'narrative',
  'prose',
  'story',
  'scene',
  'narrator',
  'response',
  'answer',
  'passage',
  'reply',
];
const PROSE_WORD = `(?:${PROSE_WORDS.join('|')})`;
const BLOCK_WORD = '(?:outcome|json|metadata|structured data|structured block|state changes)';
const EMPHASIS = '(?:\\*\\*|__|\\*)?';
const TAG = (word: string) => `</?${word}>`;
const RULE = '[-*_=]{3,}';

/** Phrases such as `Here is the next beat:`, with which a model addresses its caller. */
const ADDRESS =
  "(?:(?:sure|certainly|of course|okay|absolutely)[,.!]?\\s+)?here(?:'s|’s| is)(?: [\\w-]+){0,5}? (?:beat|scene|turn|rewrite|rewritten|version|continuation|text|" +
  `${PROSE_WORD.slice(3)}[^\\n.!?]{0,60}:`;

/** A line before the prose that is none of it. */
const OPENER = new RegExp(
  `^\\s*(?:#{1,6} [^\\n]*|${RULE}|${TAG(PROSE_WORD)}|${EMPHASIS}${PROSE_WORD}${EMPHASIS}:${EMPHASIS}|\\*\\*${PROSE_WORD}\\*\\*|${ADDRESS})[^\\S\\n]*(?:\\n|$)`,
  'i',
);
/** A line behind the prose that only announces what follows. */
const CLOSER = new RegExp(
  `(?:^|\\n)\\s*(?:${RULE}|${TAG(`(?:${PROSE_WORD}|${BLOCK_WORD})`)}|(?:#{1,6} )?${EMPHASIS}(?:the |structured |engine |json )*${BLOCK_WORD}(?: block| object| update)?${EMPHASIS}:?${EMPHASIS})\\s*$`,
  'i',
);
const OPENING_WORDS = [...PROSE_WORDS, ...['here', 'sure', 'certainly', 'of course', 'okay', 'absolutely']];
const MAY_CLOSE = new RegExp(
  `\\n\\s*(?:[-*_=#<][^\\n]{0,60}|(?:the |structured |engine |json )*${BLOCK_WORD}[^\\n]{0,20})$`,
  'i',
);
const LONGEST_OPENER = 120;

/** Removes the headings, labels and lines by which models set prose apart from the rest of their reply. */
export function stripLabels(text: string): string {
  let prose = text.slice(measureOpeningLabels(text)).trim();
  for (let closer = CLOSER.exec(prose); closer !== null && prose !== ''; closer = CLOSER.exec(prose))
    prose = prose.slice(0, closer.index).trim();
  return prose;
}

/** Measures the length of the labels before the prose of a text. */
export function measureOpeningLabels(text: string): number {
  let length = 0;
  for (let opener = OPENER.exec(text); opener !== null; opener = OPENER.exec(text.slice(length)))
    length += opener[0].length;
  return length;
}

/** Tells whether a text that is still being written may turn out to begin with a label. */
export function canBeginWithLabel(text: string): boolean {
  const start = text.trimStart().toLowerCase();
  if (start.includes('\n') || start.length >= LONGEST_OPENER) return false;
  if (/^[#<*_=-]/.test(start)) return true;
  return OPENING_WORDS.some((word) => word.startsWith(start) || start.startsWith(word));
}

/** Finds where a label may begin that ends the text so far; returns the end of the text when none does. */
export function findPossibleLabel(text: string): number {
  const lines = text.trimEnd();
  let at = lines.length;
  for (let closer = MAY_CLOSE.exec(lines); closer !== null; closer = MAY_CLOSE.exec(lines.slice(0, at))) {
    if (closer.index === at) break;
    at = closer.index;
  }
  return at === lines.length ? text.length : at;
}
