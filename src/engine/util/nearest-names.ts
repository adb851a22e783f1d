const MOST_CHARACTERS = 60;

/** Returns the known names closest to a wrong one by spelling, the closest first. */
export function findNearestNames(wrong: string, known: readonly string[], most: number): readonly string[] {
  return known
    .map((name) => ({ name, distance: measureDistance(wrong, name) }))
    .sort((one, other) => one.distance - other.distance)
    .slice(0, most)
    .map(({ name }) => name);
}

/** Counts the letters to change, add or leave out between two names, without regard to case. */
export function measureDistance(wrong: string, name: string): number {
  return countEdits(wrong.slice(0, MOST_CHARACTERS).toLowerCase(), name.toLowerCase());
}

/** Counts the letters to change, add or leave out between two texts: their Levenshtein distance. */
export function countEdits(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const replace = (previous[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      current.push(Math.min(replace, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[other.length] ?? 0;
}
