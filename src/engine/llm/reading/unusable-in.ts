/** No reply of any step is nested nearly as deep; what is would exhaust whoever walks through it. */
const DEEPEST = 64;

/**
 * What of a parsed reply cannot be kept, in a sentence for the model that wrote it: JSON lets numbers be written that are read as
 * infinite and can never be written again. Null when all of it is fit.
 */
export function unusableIn(value: unknown, path: readonly string[] = []): string | null {
  if (typeof value === 'number' && !Number.isFinite(value))
    return `${nameOf(path)}: the number is too large. Write one with at most 12 digits.`;
  if (typeof value !== 'object' || value === null) return null;
  if (path.length === DEEPEST)
    return `${nameOf(path.slice(0, 3))}: this is nested deeper than ${DEEPEST} levels.`;
  for (const [key, item] of Object.entries(value)) {
    const problem = unusableIn(item, [...path, key]);
    if (problem !== null) return problem;
  }
  return null;
}

function nameOf(path: readonly string[]): string {
  return path.join('.').slice(0, 120);
}
