/** A reply taken apart: what is for the reader, and the structured block as it was written. */
export type SplitReply = {
  readonly prose: string;
  /** The last JSON block, unparsed; null when there is none. */
  readonly block: string | null;
};

const FENCE = /```[^\S\n]*(?:json|JSON)?[^\S\n]*\n?([\s\S]*?)(?:```|$)/g;
const BARE_OBJECT = /(?:^|\n)[^\S\n]*(?=\{\s*["}])/g;

type Block = { readonly start: number; readonly end: number; readonly text: string };

/** Takes the last JSON block of a reply; everything before it is prose, earlier JSON blocks left out. */
export function splitReply(reply: string): SplitReply {
  const blocks = fencedBlocks(reply);
  const last = blocks.at(-1) ?? bareObject(reply);
  if (last === null) return { prose: reply.trim(), block: null };
  let prose = '';
  let from = 0;
  for (const { start, end } of [...blocks.slice(0, -1), last]) {
    prose += reply.slice(from, start);
    from = end;
  }
  return { prose: prose.trim(), block: last.text };
}

/** Fences that hold, or were going to hold, JSON. */
function fencedBlocks(reply: string): Block[] {
  const blocks: Block[] = [];
  for (const match of reply.matchAll(FENCE)) {
    const text = (match[1] ?? '').trim();
    const end = match.index + match[0].length;
    const brokenOff = text === '' && end === reply.length;
    if (text.startsWith('{') || brokenOff) blocks.push({ start: match.index, end, text });
  }
  return blocks;
}

/** An object without a fence, from a line that begins it to the end of the reply. */
function bareObject(reply: string): Block | null {
  for (const match of reply.matchAll(BARE_OBJECT)) {
    const start = match.index + match[0].length;
    const text = reply.slice(start).trim();
    if (isJson(text) || !text.endsWith('}')) return { start, end: reply.length, text };
  }
  return null;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
