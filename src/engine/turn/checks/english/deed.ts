import type { AgencyKind } from '../narration-facts.ts';

/** Something a sentence says somebody does of their own will. */
export type Deed = {
  readonly lemma: string;
  readonly kind: AgencyKind;
  /** What they are said to say, marks included; null where nothing is quoted. */
  readonly speech: string | null;
};
