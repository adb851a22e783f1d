import type { ShownScene } from './scene.ts';
import type { RollRow } from './turn-events.ts';
import type { Choice } from './understand.ts';
import { wordWrap } from './word-wrap.ts';

/** When, where and how the persona is, on one line. */
export function headerLine({ timestamp, location, status, conditions }: ShownScene['header']): string {
  return [timestamp, location, status, conditions].filter((part) => part !== null).join(' · ');
}

/** What can still be spent, on one line; empty when there is nothing to count. */
export function resourcesLine({ header, resources }: ShownScene): string {
  const counted = resources.map(({ name, amount, max }) => `${name} ${Math.round(amount * 10) / 10}/${max}`);
  return [...(header.resources === null ? [] : [header.resources]), ...counted].join(' · ');
}

export function choiceLines(choices: readonly Choice[]): string {
  return choices
    .map(({ text, description }, at) => {
      const said = description === '' || description === text ? '' : ` (${description})`;
      return `  ${String(at + 1).padStart(2)}. ${text}${said}\n`;
    })
    .join('');
}

/** What each total of a roll will mean. */
export function rowLines(rows: readonly RollRow[]): string {
  const spans = rows.map(({ from, to }) => {
    if (from === to) return String(from ?? 'any');
    if (from === null) return `up to ${to}`;
    return to === null ? `${from} and up` : `${from}-${to}`;
  });
  const widest = Math.max(0, ...spans.map(({ length }) => length));
  return rows.map(({ outcome }, at) => `  ${(spans[at] ?? '').padStart(widest)}  ${outcome}\n`).join('');
}

/** A paragraph broken to the width of the terminal. */
export function wrapped(text: string, width: number): string {
  const wrap = wordWrap(width);
  return `${wrap.add(text)}${wrap.end()}`;
}

const LONGEST_ABOUT = 100;

/** The numbered lines of a menu; what is said about an item is cut to a line. */
export function menuLines(items: readonly { readonly name: string; readonly about: string }[]): string {
  return items
    .map(({ name, about }, at) => {
      const line = about.replace(/\s+/g, ' ').trim();
      const cut = line.length <= LONGEST_ABOUT ? line : `${line.slice(0, LONGEST_ABOUT - 2).trimEnd()} …`;
      return `  ${String(at + 1).padStart(2)}. ${name}${cut === '' ? '' : `: ${cut}`}\n`;
    })
    .join('');
}
