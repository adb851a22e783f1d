/** The least, the mean and the most of some numbers. */
export type Spread = { readonly min: number; readonly mean: number; readonly max: number };

/** A part of a whole; null when there is no whole. */
export function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

export function spread(numbers: readonly number[]): Spread | null {
  if (numbers.length === 0) return null;
  const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  return { min: Math.min(...numbers), mean, max: Math.max(...numbers) };
}
