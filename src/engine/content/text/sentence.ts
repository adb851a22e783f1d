/** The words as a sentence: a capital at the front, a full stop at the end. */
export function sentence(words: string): string {
  const trimmed = words.trim();
  return ended(trimmed.charAt(0).toUpperCase() + trimmed.slice(1));
}

/** The words with a full stop at the end, if they have no mark there yet. */
export function ended(words: string): string {
  return /[.?!]$/.test(words) ? words : `${words}.`;
}
