import { memoizeText } from '#engine/util/memoize.ts';
import { neutralise } from '../neutralise.ts';

/** Writes lines under a heading; empty when there are no lines. */
export function section(heading: string, lines: readonly string[]): string {
  const written = lines.map(oneLine).filter((line) => line !== '');
  return written.length === 0 ? '' : `${heading}:\n${written.map((line) => `- ${line}`).join('\n')}`;
}

/** Joins texts, without the empty ones. */
export function stretches(texts: readonly string[], between = '\n'): string {
  return texts.filter((text) => text !== '').join(between);
}

/** Puts text from outside on one line. */
export const oneLine: (text: string) => string = memoizeText((text) =>
  neutralise(text)
    .replace(/\s*\n\s*/g, ' ')
    .trim(),
);

/** Writes a label and its text on one line; empty when there is no text. */
export function labelled(label: string, text: string): string {
  const said = oneLine(text);
  return said === '' ? '' : `${label}: ${said}`;
}

/** Ends a text with a full stop, unless it ends with a mark of its own. */
export function ended(text: string): string {
  const line = oneLine(text);
  return line === '' || /\p{P}$/u.test(line) ? line : `${line}.`;
}
