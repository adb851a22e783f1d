import type { TableKey } from '../index/table-catalogue.ts';

/** Relations of a candidate to other rows. */
export type CandidateRelations =
  | { readonly source: 'authored'; readonly parentId: string | null }
  | {
      readonly source: 'history';
      readonly sessionId: string;
      readonly sceneIndex: number;
      readonly ordinal: number;
      readonly episode: string;
      /** Owner of a memory. Only memories of the same character are neighbours of each other. */
      readonly ownerId: string;
      readonly kind: string;
      /** Number of characters of its text. */
      readonly length: number;
      /** Whether its text ends in a question. */
      readonly asks: boolean;
    };

/** A row that one of the two rankings brought up. */
export type Candidate = {
  readonly id: string;
  readonly table: TableKey;
  readonly relations: CandidateRelations;
  /** The BM25 score; null when none of the words is in it, or it was not among the best. */
  readonly fullText: number | null;
  /** The cosine; null when there is no vector, or it was not among the nearest. */
  readonly cosine: number | null;
  /** Vector of the row; null when it has none or ranking will not need it. */
  readonly vector: Float32Array | null;
  /** Share of trust in the question's words that its text supports; null when it was not looked at for them. */
  readonly wordTrust: number | null;
  readonly inFocus: boolean;
};

export type ScoredCandidate = {
  readonly candidate: Candidate;
  readonly score: number;
  readonly fullTextShare: number;
  readonly vectorShare: number;
  /** Score added by related candidates. */
  readonly relationShare: number;
};
