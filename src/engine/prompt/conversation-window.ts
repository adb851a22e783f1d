/** The window grows to `MAX_EXCHANGES` and is then cut back to `MIN_EXCHANGES`, so that its start stands still in between. */
export const MIN_EXCHANGES = 8;
export const MAX_EXCHANGES = 16;

const PERIOD = MAX_EXCHANGES - MIN_EXCHANGES + 1;

/**
 * Returns the number of the first exchange that is sent when `total` exchanges have been had, counted from 0. It depends on the
 * numbers alone, so every turn between two cuts sends the same beginning. The window is also cut where SceneLore was made anew, after
 * `boundary` exchanges: the cache behind the lore is lost there in any case.
 */
export function findWindowStart(total: number, boundary = 0): number {
  const from = Math.max(boundary, MIN_EXCHANGES);
  if (from === MIN_EXCHANGES && total <= MAX_EXCHANGES) return 0;
  return total - MIN_EXCHANGES - ((total - from) % PERIOD);
}

/** Tells whether the conversation is cut for this turn: everything cached behind the sheets is written anew then. */
export function isWindowCut(total: number, boundary = 0): boolean {
  return total > 0 && findWindowStart(total, boundary) !== findWindowStart(total - 1, boundary);
}
