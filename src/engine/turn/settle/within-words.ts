/** The sentences at the beginning of a text that have at most so many words together; of a longer first one, its beginning. */
export function withinWords(text: string, most: number): string {
  const kept: string[] = [];
  let count = 0;
  for (const sentence of text.trim().split(/(?<=[.!?…]["'”’)]?)\s+/u)) {
    const words = sentence.split(/\s+/);
    if (count + words.length > most) return kept.length > 0 ? kept.join(' ') : words.slice(0, most).join(' ');
    count += words.length;
    kept.push(sentence);
  }
  return kept.join(' ');
}
