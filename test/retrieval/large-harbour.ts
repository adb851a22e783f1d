import { chunk, entry } from './harbour.ts';

/** A number as a word: 77 is `hh`. */
export const inLetters = (n: number) =>
  n.toString().replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');

/** A pack that takes a while to index. */
export const BERTHS = Array.from({ length: 3_000 }, (_, n) =>
  chunk({ id: `quay:berth_${n}`, title: `Berth ${inLetters(n)}`, text: `Herring ${inLetters(n)}.` }),
);

/** A bell that rang all night, stroke by stroke. */
export const STROKES = Array.from({ length: 120 }, (_, n) =>
  entry({ id: `h${n}`, ordinal: n, text: `Bell stroke ${n}.` }),
);
