/** How far counts lie from equal counts: the sum of squared differences over what was expected. */
export function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

/** How often each of the outcomes 0 … kinds-1 occurs. */
export function countOf(outcomes: Iterable<number>, kinds: number): number[] {
  const counts = Array.from({ length: kinds }, () => 0);
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

/**
 * The value a fair source exceeds once in a thousand times, by the Wilson-Hilferty approximation, good to
 * about one per cent for these degrees of freedom.
 */
export function criticalValue(degreesOfFreedom: number): number {
  const normalQuantile = 3.0902;
  const spread = 2 / (9 * degreesOfFreedom);
  return degreesOfFreedom * (1 - spread + normalQuantile * Math.sqrt(spread)) ** 3;
}
