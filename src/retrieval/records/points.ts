/** Something that spoke for a record, and what it was worth. */
export type Point = { readonly match: string; readonly points: number };

/** A record a search found. */
export type FoundRecord<Kind> = {
  readonly record: Kind;
  readonly score: number;
  readonly because: readonly Point[];
};

/** The records with points, most first, at most so many; ties go by the order given. */
export function bestOf<Kind>(
  scored: readonly { readonly record: Kind; readonly because: readonly Point[] }[],
  most: number,
  tie: (a: Kind, b: Kind) => number,
): FoundRecord<Kind>[] {
  return scored
    .map(({ record, because }) => ({
      record,
      because,
      score: because.reduce((sum, { points }) => sum + points, 0),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || tie(a.record, b.record))
    .slice(0, most);
}

/** One entry for every keyword that is in the text. Case and accents do not matter. */
export function keywordsIn(
  text: string | null,
  keywords: readonly string[],
  field: string,
  points: number,
): Point[] {
  const folded = fold(text ?? '');
  return distinct(keywords)
    .filter((keyword) => folded.includes(keyword))
    .map((keyword) => ({ match: `"${keyword}" in ${field}`, points }));
}

/** One entry for every wanted value that is among those held. */
export function sharedValues(
  held: readonly string[],
  wanted: readonly string[],
  field: string,
  points: number,
): Point[] {
  const own = new Set(held.map(fold));
  return distinct(wanted)
    .filter((value) => own.has(value))
    .map((value) => ({ match: `${field} ${value}`, points }));
}

/** Folded, each once, empty ones left out. */
export function distinct(words: readonly string[]): string[] {
  return [...new Set(words.map(fold))].filter((word) => word !== '');
}

export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

export function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return a.id < b.id ? -1 : Number(a.id > b.id);
}
