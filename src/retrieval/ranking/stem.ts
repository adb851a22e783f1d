const ENDINGS = /(?:ings?|ed|es|s)$/;
const SHORTEST = 3;

/** Rough, but the same for both sides of a comparison: `touched`, `touching` and `touch` are one. */
export function stem(word: string): string {
  const cut = word.replace(ENDINGS, '');
  const bare = cut.length >= SHORTEST ? cut : word;
  // searched → search, but ripped → rip and taking → tak, like take.
  return bare.replace(/([b-df-hj-np-tv-z])\1$/, '$1').replace(/e$/, '');
}

/** A text without accents and capitals. Syllables that are not made of a letter and its accent stay whole. */
export function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC').toLowerCase();
}
