const PLACES = 1e6;

/** Six places are enough for points and stocks; more would only collect the noise of floating point. */
export function rounded(value: number): number {
  return Math.round(value * PLACES) / PLACES;
}
