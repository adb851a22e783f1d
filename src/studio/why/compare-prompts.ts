import type { Block } from './recorded.ts';

/** First difference between two prompts. */
export type PromptChange = {
  readonly isSame: boolean;
  /** Byte of the first difference, as a cache counts. */
  readonly byte: number;
  readonly bytes: number;
  /** Block in which they part, and whether it lies before a cache breakpoint. */
  readonly block: number;
  readonly isInPrefix: boolean;
  readonly before: string;
  readonly now: string;
  readonly shared: string;
};

const CONTEXT = 240;
const SHOWN = 900;

/** Finds the first place at which a prompt differs from an earlier one: from there on nothing is read from a cache. */
export function comparePrompts(earlier: readonly Block[], now: readonly Block[]): PromptChange {
  const [first, second] = [joinBlocks(earlier), joinBlocks(now)];
  let place = 0;
  while (place < second.length && first[place] === second[place]) place += 1;
  const size = (text: string) => new TextEncoder().encode(text).length;
  let block = 0;
  let end = 0;
  for (const [index, { text }] of now.entries()) {
    block = index;
    end += text.length + SEPARATOR.length;
    if (end > place) break;
  }
  return {
    isSame: first === second,
    byte: size(second.slice(0, place)),
    bytes: size(second),
    block,
    isInPrefix: now.slice(block).some(({ isCached }) => isCached),
    shared: second.slice(Math.max(0, place - CONTEXT), place),
    before: first.slice(place, place + SHOWN),
    now: second.slice(place, place + SHOWN),
  };
}

const SEPARATOR = '\n\n';
const joinBlocks = (blocks: readonly Block[]): string => blocks.map(({ text }) => text).join(SEPARATOR);
