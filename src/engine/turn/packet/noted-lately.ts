/** More than any prompt has room for beside the conversation and the condensed story. */
const MOST_LINES = 48;
/** Lines go in blocks: whoever counts them from the first must come to the same place for many turns. */
const BLOCK = 16;

/** The end of a running summary: what is older is told in condensed form, and found in the history. */
export function notedLately(summary: string): string {
  const lines = summary.split('\n');
  const blocks = Math.floor((lines.length - MOST_LINES) / BLOCK);
  return blocks <= 0 ? summary : lines.slice(blocks * BLOCK).join('\n');
}
