import { remembered } from '#engine/kit/remembered.ts';
import { neutralise } from '../neutralise.ts';

/** Lines under a heading, or nothing when there are no lines. */
export function section(heading: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${heading}:\n${lines.map((line) => `- ${oneLine(line)}`).join('\n')}`;
}

/** Several stretches of text, those with nothing in them left out. */
export function stretches(texts: readonly string[], between = '\n'): string {
  return texts.filter((text) => text !== '').join(between);
}

/** Text from outside on a line of its own. Most lines of a prompt stood in the last one too. */
export const oneLine: (text: string) => string = remembered((text) =>
  neutralise(text)
    .replace(/\s*\n\s*/g, ' ')
    .trim(),
);

/** A label and what it says, or nothing. */
export function labelled(label: string, text: string): string {
  const said = oneLine(text);
  return said === '' ? '' : `${label}: ${said}`;
}
