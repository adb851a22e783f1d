import type { Terminal } from '../terminal.ts';
import type { ShownScene } from './scene.ts';
import type { RollRow } from './turn-events.ts';
import type { Choice } from './understand.ts';
import { wordWrap } from './word-wrap.ts';

/** Returns when, where and how the persona is, on one line. */
export function headerLine({ timestamp, location, status, conditions }: ShownScene['header']): string {
  return [timestamp, location, status, conditions].filter((part) => part !== null).join(' · ');
}

/** Returns what can still be spent, on one line; empty when there is nothing to count. */
export function resourcesLine({ header, resources }: ShownScene): string {
  const counted = resources.map(({ name, amount, max }) => `${name} ${Math.round(amount * 10) / 10}/${max}`);
  return [...(header.resources === null ? [] : [header.resources]), ...counted].join(' · ');
}

export function choiceLines(choices: readonly Choice[], width: number): string {
  return choices
    .map(({ text, description }, at) => {
      const said = description === '' || description === text ? '' : ` (${description})`;
      return `${hanging(numbered(at), `${text}${said}`, width)}\n`;
    })
    .join('');
}

/** Returns what each total of a roll will mean. */
export function rowLines(rows: readonly RollRow[], width: number): string {
  const spans = rows.map(({ from, to }) => {
    if (from === to) return String(from ?? 'any');
    if (from === null) return `up to ${to}`;
    return to === null ? `${from} and up` : `${from}-${to}`;
  });
  const widest = Math.max(0, ...spans.map(({ length }) => length));
  return rows
    .map(({ outcome }, at) => `${hanging(`  ${(spans[at] ?? '').padStart(widest)}  `, outcome, width)}\n`)
    .join('');
}

/** Returns the numbered lines of a menu, each with what is said about the item. */
export function menuLines(
  items: readonly { readonly name: string; readonly about: string }[],
  width: number,
): string {
  return items
    .map(({ name, about }, at) => {
      const line = about.replace(/\s+/g, ' ').trim();
      return `${hanging(numbered(at), `${name}${line === '' ? '' : `: ${line}`}`, width)}\n`;
    })
    .join('');
}

function numbered(at: number): string {
  return `  ${String(at + 1).padStart(2)}. `;
}

/** Wraps prose by paragraph: lines of one paragraph are joined first. */
export function wrapped(text: string, width: number): string {
  const wrap = wordWrap(width);
  return `${wrap.add(text)}${wrap.end()}`;
}

/** Wraps each line by itself; what does not fit goes on below it with the same indentation. */
export function wrapLines(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => wrapped(line, width))
    .join('\n');
}

/** Wraps a text behind a lead such as a number; its further lines stand below the text. */
export function hanging(lead: string, text: string, width: number): string {
  const room = width - lead.length;
  // A lead that takes the whole width leaves nothing to align with.
  if (width <= 0 || room < 10) return wrapLines(`${lead}${text}`, width);
  return `${lead}${wrapLines(text, room).replaceAll('\n', `\n${' '.repeat(lead.length)}`)}`;
}

/** Prints lines of a message or list, wrapped to the terminal. */
export function printLines(text: string, { print, width }: Pick<Terminal, 'print' | 'width'>): void {
  print(`${wrapLines(text, width)}\n`);
}
