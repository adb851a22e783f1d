/** The window grows to `MOST_EXCHANGES` and is then cut back to `LEAST_EXCHANGES`, so that its start stands still in between. */
export const LEAST_EXCHANGES = 8;
export const MOST_EXCHANGES = 16;

const PERIOD = MOST_EXCHANGES - LEAST_EXCHANGES + 1;

/**
 * Returns the number of the first exchange that is sent when `total` exchanges have been had, counted from 0. It depends on the
 * numbers alone, so every turn between two cuts sends the same beginning. The window is also cut where SceneLore was made anew, after
 * `boundary` exchanges: the cache behind the lore is lost there in any case.
 */
export function windowStart(total: number, boundary = 0): number {
  const from = Math.max(boundary, LEAST_EXCHANGES);
  if (from === LEAST_EXCHANGES && total <= MOST_EXCHANGES) return 0;
  return total - LEAST_EXCHANGES - ((total - from) % PERIOD);
}
