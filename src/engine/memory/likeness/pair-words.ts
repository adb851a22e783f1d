import type { Statement } from './statement.ts';

export type WordPairing = {
  /** For each shared word of the first statement, in its order, where the second has it. */
  readonly shared: readonly { readonly word: string; readonly at: number }[];
  readonly onlyFirst: readonly string[];
  readonly onlySecond: readonly string[];
};

/** Pairs the words of two statements, each word once: the same word first, then two tenses of the same verb. */
export function pairWords(first: Statement, second: Statement): WordPairing {
  const partners: (number | null)[] = first.words.map(() => null);
  const taken = new Set<number>();
  const pair = (same: (a: string, b: string) => boolean) => {
    for (const [index, word] of first.words.entries()) {
      if (partners[index] !== null) continue;
      const at = second.words.findIndex((other, position) => !taken.has(position) && same(word, other));
      if (at === -1) continue;
      partners[index] = at;
      taken.add(at);
    }
  };
  const isName = (word: string) => first.names.has(word) || second.names.has(word);
  pair((a, b) => a === b);
  pair((a, b) => !isName(a) && !isName(b) && (isPastOf(a, b) || isPastOf(b, a)));

  return {
    shared: first.words.flatMap((word, index) => {
      const at = partners[index];
      return at === null || at === undefined ? [] : [{ word, at }];
    }),
    onlyFirst: first.words.filter((_, index) => partners[index] === null),
    onlySecond: second.words.filter((_, index) => !taken.has(index)),
  };
}

/** `softened` of `soften` and `softens`; not `killed` of `killing`, which turns who does it around. */
function isPastOf(past: string, present: string): boolean {
  if (!past.endsWith('ed') || present.endsWith('ed')) return false;
  const stem = past.slice(0, -2);
  if (stem.length < 3) return false;
  const bases = [stem, `${stem}e`, stem.replace(/i$/, 'y'), stem.replace(/(.)\1$/, '$1')];
  const thirdPersons = [
    `${stem}s`,
    `${stem}es`,
    stem.replace(/i$/, 'ies'),
    `${stem.replace(/(.)\1$/, '$1')}s`,
  ];
  return bases.includes(present) || thirdPersons.includes(present);
}
