/** What a column of whole numbers holds on both databases. */
const MOST = 2 ** 31 - 1;

/** The in-world day of a snapshot as its scene keeps it; null where it has none, or one further away than a column reaches. */
export function worldDayOf(snapshot: unknown): number | null {
  const day: unknown = Object(Object(snapshot).time).day;
  return typeof day === 'number' && Number.isInteger(day) && Math.abs(day) <= MOST ? day : null;
}
