import { measureDistance } from '#engine/util/nearest-names.ts';

/** Returns the known name closest to a wrong one; null when none is close enough. */
export function findNearestName(wrong: string, known: readonly string[]): string | null {
  let best: string | null = null;
  let bestDistance = Math.max(2, Math.ceil(wrong.length / 3)) + 1;
  for (const name of known) {
    const distance = measureDistance(wrong, name);
    if (distance >= bestDistance) continue;
    best = name;
    bestDistance = distance;
  }
  return best;
}

/** Returns ` Did you mean x?` to append to a sentence, or an empty text. */
export function suggestName(wrong: string, known: readonly string[]): string {
  const name = findNearestName(wrong, known);
  return name === null ? '' : ` Did you mean ${name}?`;
}
