import { measureDistance } from '#engine/kit/nearest-names.ts';

/** The known name closest to a wrong one, if any is close enough to be meant. */
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

/** ` Did you mean x?`, or nothing: to be put behind a sentence. */
export function suggestName(wrong: string, known: readonly string[]): string {
  const name = findNearestName(wrong, known);
  return name === null ? '' : ` Did you mean ${name}?`;
}
