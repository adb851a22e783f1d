import type { ByLevel } from './class-resource-table.ts';

/** The value of the highest step a level has reached; null below the first. */
export function atLevel<Value>(steps: ByLevel<Value>, level: number): Value | null {
  let found: Value | null = null;
  for (const [from, value] of Object.entries(steps)) {
    // Integer keys of an object are listed in ascending order, so the last one that fits is the highest.
    if (Number(from) <= level) found = value;
  }
  return found;
}
