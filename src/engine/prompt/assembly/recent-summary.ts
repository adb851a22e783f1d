/** How much of the running summary goes into every prompt; what is older lives on in condensed chapters and in lore. */
const MOST_CHARACTERS = 2400;

/** The end of a summary, from the start of a sentence on. */
export function recentSummary(summary: string): string {
  const text = summary.trim();
  if (text.length <= MOST_CHARACTERS) return text;
  const tail = text.slice(-MOST_CHARACTERS);
  const start = /[.!?…]["'”’)]*\s+|\n/.exec(tail);
  return tail.slice(start === null ? 0 : start.index + start[0].length);
}
