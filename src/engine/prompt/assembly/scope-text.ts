import type { Scope } from '../segment.ts';

/** The text of one scope and the segments it was made of. */
export type ScopeText = {
  readonly scope: Scope;
  readonly text: string;
  readonly ids: readonly string[];
  /** The same text in pieces that come again from turn to turn, so that each is counted once. */
  readonly pieces?: readonly string[];
};
