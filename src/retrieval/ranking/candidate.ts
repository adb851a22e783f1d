import type { TableKey } from '../index/table-catalogue.ts';

/** What a candidate belongs to. */
export type CandidateRelations =
  | { readonly source: 'authored'; readonly parentId: string | null }
  | {
      readonly source: 'history';
      readonly sessionId: string;
      readonly sceneIndex: number;
      readonly ordinal: number;
      readonly episode: string;
      /** Memories of one character are neighbours of each other, not of somebody else's. */
      readonly ownerId: string;
    };

/** A row that one of the two rankings brought up. */
export type Candidate = {
  readonly id: string;
  readonly table: TableKey;
  readonly kin: CandidateRelations;
  /** The BM25 score; null when none of the words is in it, or it was not among the best. */
  readonly fullText: number | null;
  /** The cosine; null when there is no vector, or it was not among the nearest. */
  readonly cosine: number | null;
  /** Its own vector; null when it has none, or nobody will need it. */
  readonly vector: Float32Array | null;
  /** The share of the question's words it has; null when it was not looked at for them. */
  readonly coverage: number | null;
  readonly inFocus: boolean;
};

export type ScoredCandidate = {
  readonly candidate: Candidate;
  readonly score: number;
  readonly fullTextShare: number;
  readonly vectorShare: number;
  /** What others lent to it. */
  readonly kinShare: number;
};
