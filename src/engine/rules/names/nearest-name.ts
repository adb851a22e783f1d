import { countEdits } from '#engine/util/nearest-names.ts';

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
export function findNearestPlainName(text: string, names: readonly string[]): string | null {
  const wanted = toPlainName(text);
  let nearest: string | null = null;
  // Two letters are one slip away from almost anything.
  let least = wanted.length < 3 ? 1 : Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const name of names) {
    const distance = countEdits(wanted, toPlainName(name));
    if (distance < least) [nearest, least] = [name, distance];
  }
  return nearest;
}

/** Completes a complaint about an unknown name: suggests the likeliest name, or else lists all of them. */
export function writeNameAdvice(text: string, names: readonly string[]): string {
  const nearest = findNearestPlainName(text, names);
  return nearest === null ? `write one of ${names.join(', ')}` : `did you mean ${nearest}?`;
}
