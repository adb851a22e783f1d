/** A record of the state with who may know of it. */
export type KnownRecord = {
  readonly visibility: 'PUBLIC' | 'HIDDEN' | 'GM';
  readonly knownTo: readonly string[];
};

type Fact = {
  readonly predicate: string;
  readonly object: unknown;
  readonly subject: { readonly name: string } | null;
};

/** Says whether a character knows of a record: everyone knows what is public. */
export function isKnown({ visibility, knownTo }: KnownRecord, characterId: string): boolean {
  return visibility === 'PUBLIC' || knownTo.includes(characterId);
}

/** Returns a fact as a sentence; authors often write a whole one as its object. */
export function describeFact({ subject, predicate, object }: Fact): string {
  const told = typeof object === 'string' ? object : JSON.stringify(object);
  if (/[.!?]$/.test(told)) return told;
  return [subject?.name, predicate.replaceAll('_', ' '), told].filter(Boolean).join(' ');
}

/** Returns the texts of one list that another one lacks, each once. */
export function findMissing(texts: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return [...new Set(texts)].filter((text) => !known.has(text));
}
