/** The known name closest to a wrong one, if any is close enough to be meant. */
export function nearestName(wrong: string, known: readonly string[]): string | null {
  let best: string | null = null;
  let bestDistance = Math.max(2, Math.ceil(wrong.length / 3)) + 1;
  for (const name of known) {
    const distance = editDistance(wrong.slice(0, 60).toLowerCase(), name.toLowerCase());
    if (distance >= bestDistance) continue;
    best = name;
    bestDistance = distance;
  }
  return best;
}

/** ` Did you mean x?`, or nothing: to be put behind a sentence. */
export function suggestion(wrong: string, known: readonly string[]): string {
  const name = nearestName(wrong, known);
  return name === null ? '' : ` Did you mean ${name}?`;
}

function editDistance(one: string, other: string): number {
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
