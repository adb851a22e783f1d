import { neutralise } from '../neutralise.ts';

/** Lines under a heading, or nothing when there are no lines. */
export function section(heading: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${heading}:\n${lines.map((line) => `- ${oneLine(line)}`).join('\n')}`;
}

/** Several stretches of text, those with nothing in them left out. */
export function stretches(texts: readonly string[], between = '\n'): string {
  return texts.filter((text) => text !== '').join(between);
}

/** Text from outside on a line of its own. */
export function oneLine(text: string): string {
  return neutralise(text)
    .replace(/\s*\n\s*/g, ' ')
    .trim();
}

/** A label and what it says, or nothing. */
export function labelled(label: string, text: string): string {
  const said = oneLine(text);
  return said === '' ? '' : `${label}: ${said}`;
}
