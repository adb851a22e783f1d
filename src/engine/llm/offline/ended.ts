/** A text with a mark at its end: its own, or a full stop. */
export function ended(text: string): string {
  const bare = text.trim().replace(/[;,]+$/, '');
  return /[.!?…]["”’)]?$/u.test(bare) ? bare : `${bare}.`;
}
