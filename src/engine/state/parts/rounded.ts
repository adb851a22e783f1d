const DIGITS = 14;

/** Fourteen digits keep the smallest step of a slow plan; more would only collect the noise of floating point. */
export function rounded(value: number): number {
  return Number(value.toPrecision(DIGITS));
}
