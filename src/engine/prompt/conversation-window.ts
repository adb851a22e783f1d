/** The window grows to `MOST` exchanges and is then cut back to `LEAST`, so that its start stands still in between. */
export const LEAST_EXCHANGES = 8;
export const MOST_EXCHANGES = 16;

/**
 * The number of the first exchange that is still in the window, counted from 0, when `total` exchanges have been
 * had. It depends on nothing but the total, so every turn between two cuts sends the same beginning.
 */
export function windowStart(total: number): number {
  if (total <= MOST_EXCHANGES) return 0;
  const period = MOST_EXCHANGES - LEAST_EXCHANGES + 1;
  const size = LEAST_EXCHANGES + ((total - MOST_EXCHANGES - 1) % period);
  return total - size;
}
