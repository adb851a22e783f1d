/** The lines somebody's author gave them to speak in, as the account of their speech quotes them. */
export function ownLines(speech: string): string[] {
  return [...speech.matchAll(/“([^”]{8,240})”/gu)].map(([, line = '']) => line);
}

/** The words a line is said with: `line` as it stands, `clause` where the sentence goes on behind it. */
export function voiced(name: string, line: string): Readonly<Record<string, string>> {
  return { name, line, clause: line.replace(/\.$/, ',') };
}

/** Whether a line has been said, whatever it ended on. */
export function wasSaid(line: string, told: string): boolean {
  return told.includes(line.replace(/[.,]$/, ''));
}
