import type { Terminal } from '../terminal/terminal.ts';
import { formatMenu } from './render.ts';

type MenuItem = { readonly name: string; readonly about: string };

/** Lets a person pick by number or by name; enter takes the first. Null when they leave. */
export async function askMenu<Item extends MenuItem>(
  title: string,
  items: readonly Item[],
  { print, ask, style, width }: Terminal,
): Promise<Item | null> {
  const [first] = items;
  if (first === undefined) return null;
  print(`${style('bold', title)}\n${formatMenu(items, width)}`);
  for (;;) {
    const line = await ask(`1-${items.length}, enter for 1 > `);
    if (line === null || /^\/?q(uit)?$/i.test(line.trim())) return null;
    const picked = findMenuItem(line, items);
    if (picked !== null) return picked;
    print(`Write a number from 1 to ${items.length}, or q to leave.\n`);
  }
}

/** Finds the item a line picks, by number or by name. An empty line picks the first. */
export function findMenuItem<Item extends MenuItem>(line: string, items: readonly Item[]): Item | null {
  const text = line.trim();
  if (text === '') return items[0] ?? null;
  if (/^\d+$/.test(text)) return items[Number(text) - 1] ?? null;
  return items.find(({ name }) => name.toLowerCase() === text.toLowerCase()) ?? null;
}
