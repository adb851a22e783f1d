import { withoutLabels } from './labels.ts';
import { readLooseJson } from './loose-json.ts';

/** A reply taken apart: what is for the reader, and the structured block as it was written. */
export type SplitReply = {
  readonly prose: string;
  /** The last JSON block, unparsed; null when there is none. */
  readonly block: string | null;
};

/** A fence of either kind, whatever language it names. */
const FENCE = /(```|~~~)[^\S\n]*([\w+.-]*)[^\S\n]*\n?([\s\S]*?)(?:\1|$)/g;
const BARE_OBJECT = /(?:^|\n)[^\S\n]*(?=\{\s*["'“}])/g;
/** No prose begins like this. */
const KEYED = /^\{\s*(?:"[^"\n]{1,80}"|'[^'\n]{1,80}'|“[^”\n]{1,80}”)\s*:/;

type Block = { readonly start: number; readonly end: number; readonly text: string };

/** Takes the last JSON block of a reply; everything before it is prose, earlier JSON blocks and labels left out. */
export function splitReply(reply: string): SplitReply {
  const blocks = fencedBlocks(reply);
  const last = blocks.at(-1) ?? bareObject(reply);
  if (last === null) return { prose: withoutLabels(reply), block: null };
  let prose = '';
  let from = 0;
  for (const { start, end } of [...blocks.slice(0, -1), last]) {
    prose += reply.slice(from, start);
    from = end;
  }
  return { prose: withoutLabels(prose), block: last.text };
}

/** Fences that hold, or were going to hold, JSON. */
function fencedBlocks(reply: string): Block[] {
  const blocks: Block[] = [];
  for (const match of reply.matchAll(FENCE)) {
    const text = (match[3] ?? '').trim();
    const end = match.index + match[0].length;
    const brokenOff = text === '' && end === reply.length;
    if (/^(?:\{|\[\s*\{)/.test(text) || brokenOff) blocks.push({ start: match.index, end, text });
  }
  return blocks;
}

/** An object without a fence, from a line that begins it to the end of the reply. */
function bareObject(reply: string): Block | null {
  for (const match of reply.matchAll(BARE_OBJECT)) {
    const start = match.index + match[0].length;
    const text = reply.slice(start).trim();
    if (KEYED.test(text) || isObject(text) || !text.endsWith('}')) return { start, end: reply.length, text };
  }
  return null;
}

function isObject(text: string): boolean {
  const loose = readLooseJson(text);
  return loose !== null && text.slice(loose.end).trim() === '';
}
