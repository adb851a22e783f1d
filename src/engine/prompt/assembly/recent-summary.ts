/** How much of the running summary goes into every prompt; what is older lives on in condensed chapters and in lore. */
const MOST_CHARACTERS = 1600;
/** Lines are counted in steps: a turn that adds none or two must not move the end of what is sent. */
const STEP = 4;

/**
 * The part of a running summary that the conversation does not tell itself: its latest lines before the exchanges that
 * are sent, and a few more. A summary has a line or so for each exchange, so the part stays the same while the
 * conversation grows.
 */
export function recentSummary(
  summary: string,
  exchangesSent: number,
  /** How many of the exchanges before those are not told in condensed form; null when none of them is. */
  uncondensed: number | null = null,
): string {
  const lines = summary.split('\n').filter((line) => line.trim() !== '');
  const untold = Math.max(0, lines.length - exchangesSent);
  const before = lines.slice(0, (Math.floor(untold / STEP) + 1) * STEP);
  if (uncondensed === null) return latest(before);
  return uncondensed === 0 ? '' : latest(before.slice(-(uncondensed + STEP)));
}

function latest(lines: readonly string[]): string {
  const kept: string[] = [];
  let length = 0;
  for (const line of [...lines].reverse()) {
    length += line.length + 1;
    if (length > MOST_CHARACTERS && kept.length > 0) break;
    kept.unshift(line);
  }
  return kept.join('\n').slice(-MOST_CHARACTERS);
}
