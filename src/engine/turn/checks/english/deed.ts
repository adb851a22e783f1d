import type { AgencyKind } from '../narration-facts.ts';

/** A verb of will, and the words behind it that say to whom, with what or whither. */
export type Doing = { readonly lemma: string; readonly kind: AgencyKind; readonly behind: string };

/** Something a sentence says somebody does of their own will. */
export type Deed = Doing & {
  /** What they are said to say, marks included; null where nothing is quoted. */
  readonly speech: string | null;
  /** It is told beside something else: `a buzz in the wood as you go along`. */
  readonly isAside?: boolean;
  /** It is told in the past tense. */
  readonly isPast?: boolean;
  /** It is told in the present tense. */
  readonly isNow?: boolean;
};
