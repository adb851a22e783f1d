/** Removes case, accents, punctuation and a leading article from a name, so that its spellings compare equal. */
export function toPlainName(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^the /, '');
}

/** Finds the name the writer most likely meant, or null when none is close. */
export function findNearestName(text: string, names: readonly string[]): string | null {
  const wanted = toPlainName(text);
  let nearest: string | null = null;
  // Two letters are one slip away from almost anything.
  let least = wanted.length < 3 ? 1 : Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const name of names) {
    const distance = editDistance(wanted, toPlainName(name));
    if (distance < least) [nearest, least] = [name, distance];
  }
  return nearest;
}

/** Completes a complaint about an unknown name: suggests the likeliest name, or else lists all of them. */
export function suggestName(text: string, names: readonly string[]): string {
  const nearest = findNearestName(text, names);
  return nearest === null ? `write one of ${names.join(', ')}` : `did you mean ${nearest}?`;
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
