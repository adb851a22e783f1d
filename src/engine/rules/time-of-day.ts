/** The parts of a day and the hours they hold, first and last included. Together they cover 0 to 23 once. */
export const TIMES_OF_DAY = [
  { name: 'Deep Night', from: 0, to: 4 },
  { name: 'Dawn', from: 5, to: 6 },
  { name: 'Morning', from: 7, to: 11 },
  { name: 'Midday', from: 12, to: 13 },
  { name: 'Afternoon', from: 14, to: 17 },
  { name: 'Evening', from: 18, to: 19 },
  { name: 'Night', from: 20, to: 23 },
] as const;

export type TimeOfDay = (typeof TIMES_OF_DAY)[number]['name'];

/** The part of the day an hour belongs to; always derived, never stored. */
export function timeOfDayAt(hour: number): TimeOfDay {
  const found = TIMES_OF_DAY.find(({ from, to }) => hour >= from && hour <= to);
  if (found === undefined) throw new RangeError(`an hour is a whole number from 0 to 23, not ${hour}`);
  return found.name;
}
