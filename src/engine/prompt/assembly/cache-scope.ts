import type { NarrateInput } from '#engine/contracts/narrate-input.ts';
import type { CacheTtl } from '#engine/llm/provider.ts';
import type { PromptScope } from '../segment.ts';

const MINUTE = 60_000;
/** A cache of five minutes is lost in a longer pause. */
const SHORT = 5 * MINUTE;
/** A cache of an hour is lost in a longer pause. */
const LONG = 60 * MINUTE;
/** Number of latest pauses that say how a table plays. */
const LATEST = 16;

/** Above this share of pauses between five minutes and an hour it pays to keep a part for the hour. */
const OFTEN = { scene: 0.2, conversation: 0.5 } as const;

/**
 * Chooses how long the cache of people and lore, or of the conversation, is kept. The hour costs 0.75 of the price more for each token
 * written, and a cut of the window writes thousands; a lost cache is written whole again.
 */
export function chooseCacheTtl(
  part: keyof typeof OFTEN,
  { pauses = [] }: Pick<NarrateInput, 'pauses'>,
): CacheTtl {
  const latest = pauses.slice(-LATEST);
  const long = latest.filter((pause) => pause > SHORT && pause < LONG);
  return long.length > latest.length * OFTEN[part] ? '1h' : '5m';
}

/** The text of one scope and the segments it was made of. */
export type ScopeText = {
  readonly scope: PromptScope;
  readonly text: string;
  readonly ids: readonly string[];
  /** The same text in pieces that come again from turn to turn, so that each is counted once. */
  readonly pieces?: readonly string[];
};
