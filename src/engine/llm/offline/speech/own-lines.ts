/** The lines somebody's author gave them to speak in, as the account of their speech quotes them. What stands in brackets is done, not said. */
export function ownLines(speech: string): string[] {
  return [...speech.matchAll(/“([^”]{8,240})”/gu)]
    .map(([, line = '']) => line)
    .filter((line) => !line.startsWith('('));
}

/** The words a line is said with: `line` as it stands, `clause` where the sentence goes on behind it. */
export function voiced(name: string, line: string): Readonly<Record<string, string>> {
  return { name, line, clause: line.replace(/\.$/, ',') };
}

/** Whether a line has been said, whatever it ended on. */
export function wasSaid(line: string, told: string): boolean {
  return told.includes(line.replace(/[.,]$/, ''));
}

/** A text as it stands between quotation marks: marks of its own become single ones, and it ends like a sentence. */
export function quotable(text: string): string {
  const inner = text
    .trim()
    .replace(/["“]([^"”]*)["”]/g, '‘$1’')
    .replace(/[“”"]/g, '’')
    .replace(/[*_]/g, '');
  const sentence = inner.replace(/^\p{Ll}/u, (first) => first.toUpperCase());
  return /[.!?…]’?$/.test(sentence) ? sentence : `${sentence}.`;
}
