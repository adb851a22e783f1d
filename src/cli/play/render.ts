import { isHardWrap, isListMarker } from '#engine/util/hard-wrapped-lines.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { DisplayedChoice } from './parse-line.ts';
import type { ShownPrompt, ShownScene } from './session-state.ts';

type RollRow = Extract<ShownPrompt, { readonly __typename: 'RollPrompt' }>['rows'][number];

type WordWrap = {
  /** Returns what can be printed after this piece; an unfinished word and line breaks before it are held back. */
  readonly add: (piece: string) => string;
  /** Returns what was held back. */
  readonly end: () => string;
};

/**
 * Wraps prose at word boundaries while it arrives in pieces. Lines of one paragraph are joined first; blank lines separate
 * paragraphs; verses, lists and indented lines keep their breaks. A width of 0 returns every piece unchanged.
 */
export function createWordWrap(width: number): WordWrap {
  let column = 0;
  let word = '';
  let space = '';
  /** Indentation of the lines that a long line continues on. */
  let hang = '';
  /** Line breaks not printed yet, and the length of the source line before them. */
  let breaks = 0;
  let length = 0;
  let isLineStart = true;

  const startLine = (): string => {
    const joins = breaks === 1 && space === '' && isHardWrap(length, word);
    const text = joins ? '' : `${'\n'.repeat(breaks)}${space}`;
    if (!joins) {
      column = space.length;
      hang = isListMarker(word) ? ' '.repeat(column + word.length + 1) : space;
    }
    space = joins ? ' ' : '';
    [breaks, length, isLineStart] = [0, 0, false];
    return text;
  };
  const endWord = (): string => {
    if (word === '') return '';
    const before = isLineStart ? startLine() : '';
    const overflows = column > hang.length && column + space.length + word.length > width;
    const text = overflows ? `\n${hang}${word}` : `${space}${word}`;
    column = overflows ? hang.length + word.length : column + text.length;
    length += space.length + word.length;
    [word, space] = ['', ''];
    return `${before}${text}`;
  };
  const take = (character: string): string => {
    if (character !== '\n' && character !== ' ') {
      word += character;
      return '';
    }
    const text = endWord();
    if (character === ' ') space += ' ';
    else {
      breaks += 1;
      [space, isLineStart] = ['', true];
    }
    return text;
  };
  return {
    add: (piece) => (width <= 0 ? piece : [...piece].map(take).join('')),
    end: () => {
      const rest = `${endWord()}${'\n'.repeat(breaks)}`;
      [breaks, space] = [0, ''];
      return rest;
    },
  };
}

/** Returns when, where and how the persona is, on one line. */
export function formatHeader({ timestamp, location, status, conditions }: ShownScene['header']): string {
  return [timestamp, location, status, conditions].filter((part) => part !== null).join(' · ');
}

/** Returns what can still be spent, on one line; empty when there is nothing to count. */
export function formatResources({ header, resources }: ShownScene): string {
  const counted = resources.map(({ name, amount, max }) => `${name} ${Math.round(amount * 10) / 10}/${max}`);
  return [...(header.resources === null ? [] : [header.resources]), ...counted].join(' · ');
}

export function formatChoices(choices: readonly DisplayedChoice[], width: number): string {
  return choices
    .map(({ text, description }, at) => {
      const said = description === '' || description === text ? '' : ` (${description})`;
      return `${wrapWithHangingIndent(numbered(at), `${text}${said}`, width)}\n`;
    })
    .join('');
}

/** Returns what each total of a roll will mean. */
export function formatRolls(rows: readonly RollRow[], width: number): string {
  const spans = rows.map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`));
  const widest = Math.max(0, ...spans.map(({ length }) => length));
  return rows
    .map(
      ({ text }, at) =>
        `${wrapWithHangingIndent(`  ${(spans[at] ?? '').padStart(widest)}  `, text ?? '', width)}\n`,
    )
    .join('');
}

/** Returns the numbered lines of a menu, each with what is said about the item. */
export function formatMenu(
  items: readonly { readonly name: string; readonly about: string }[],
  width: number,
): string {
  return items
    .map(({ name, about }, at) => {
      const line = about.replace(/\s+/g, ' ').trim();
      return `${wrapWithHangingIndent(numbered(at), `${name}${line === '' ? '' : `: ${line}`}`, width)}\n`;
    })
    .join('');
}

function numbered(at: number): string {
  return `  ${String(at + 1).padStart(2)}. `;
}

/** Wraps prose by paragraph: lines of one paragraph are joined first. */
export function wrapText(text: string, width: number): string {
  const wrap = createWordWrap(width);
  return `${wrap.add(text)}${wrap.end()}`;
}

/** Wraps each line by itself; what does not fit goes on below it with the same indentation. */
export function wrapLines(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => wrapText(line, width))
    .join('\n');
}

/** Wraps a text behind a lead such as a number; its further lines stand below the text. */
export function wrapWithHangingIndent(lead: string, text: string, width: number): string {
  const room = width - lead.length;
  // A lead that takes the whole width leaves nothing to align with.
  if (width <= 0 || room < 10) return wrapLines(`${lead}${text}`, width);
  return `${lead}${wrapLines(text, room).replaceAll('\n', `\n${' '.repeat(lead.length)}`)}`;
}

/** Prints lines of a message or list, wrapped to the terminal. */
export function printLines(text: string, { print, width }: Pick<Terminal, 'print' | 'width'>): void {
  print(`${wrapLines(text, width)}\n`);
}
