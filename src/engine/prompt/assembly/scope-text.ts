import type { Scope } from '../segment.ts';

/** The text of one scope and the segments it was made of. */
export type ScopeText = {
  readonly scope: Scope;
  readonly text: string;
  readonly ids: readonly string[];
  /** The same text in pieces that are found again from turn to turn, to be counted one by one. */
  readonly pieces?: readonly string[];
};
