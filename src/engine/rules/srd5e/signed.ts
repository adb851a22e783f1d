/** A bonus as it follows dice: `+3`, `-1`, or nothing for 0. */
export function signed(bonus: number): string {
  if (bonus === 0) return '';
  return bonus > 0 ? `+${bonus}` : `${bonus}`;
}
