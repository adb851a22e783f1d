/** Writes `+3`, `-1`, or nothing for 0. */
export function formatSigned(modifier: number): string {
  if (modifier === 0) return '';
  return modifier > 0 ? `+${modifier}` : String(modifier);
}
