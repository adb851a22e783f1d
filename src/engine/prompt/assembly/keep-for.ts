import type { NarrateInput } from '#engine/llm/narrate-input.ts';
import type { CacheTtl } from '#engine/llm/provider.ts';

const MINUTE = 60_000;
/** What is kept for five minutes is lost in a longer pause. */
const SHORT = 5 * MINUTE;
/** What is kept for an hour is lost in a longer pause. */
const LONG = 60 * MINUTE;
/** How many of the latest pauses say how a table plays. */
const LATEST = 16;

/** Above this share of pauses between five minutes and an hour it pays to keep a part for the hour. */
const OFTEN = { scene: 0.2, talk: 0.5 } as const;

/**
 * How long to keep what changes from scene to scene, and the talk behind it. To keep it for an hour costs 0.75 of the price more for
 * each token written, and a cut of the window writes thousands; a cache that is lost is written whole again. What is
 * written seldom earns the hour sooner.
 */
export function keepFor(part: keyof typeof OFTEN, { pauses = [] }: Pick<NarrateInput, 'pauses'>): CacheTtl {
  const latest = pauses.slice(-LATEST);
  const long = latest.filter((pause) => pause > SHORT && pause < LONG);
  return long.length > latest.length * OFTEN[part] ? '1h' : '5m';
}
