import type { Candidate } from '../ranking/candidate.ts';

/** A question, as one table is asked it. */
export type Asked = {
  readonly words: readonly string[];
  /** Resolves to null when there is nothing to compare with. */
  readonly vector: Promise<Float32Array | null>;
  /** How many candidates each ranking brings. */
  readonly depth: number;
  /** Whether the vectors of the candidates themselves are wanted. */
  readonly withVectors: boolean;
  /** Whether meanings can be left to the vectors, which know where a text stands. */
  readonly isEmbedded: boolean;
};

/** The best of all, and the best of what the moment is about, which a large corpus would crowd out. */
export type Brought = { readonly wide: readonly Candidate[]; readonly narrow: readonly Candidate[] };
