import type { HistoryKind } from './history-entry.ts';
import type { Subjects } from './lore-chunk.ts';

type Found = Subjects & {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly tokens: number;
};

export type FoundAuthored = Found & {
  readonly source: 'authored';
  readonly packId: string;
  readonly type: string;
  readonly isHidden: boolean;
};

export type FoundHistory = Found & {
  readonly source: 'history';
  readonly campaignId: string;
  readonly type: HistoryKind;
  readonly scene: { readonly sessionId: string; readonly index: number };
  readonly ownerId: string | null;
};

/** Chunk returned by retrieval. */
export type FoundChunk = FoundAuthored | FoundHistory;

/** Result of a chunk in one of the two rankings. */
export type RankingSignal = {
  /** 1 is the best of all candidates. */
  readonly rank: number;
  /** As the index gave it: a BM25 score, or a cosine. */
  readonly raw: number;
  /** From 0 to 1 among the candidates. */
  readonly share: number;
};

export type RankingSignals = {
  readonly fullText: RankingSignal | null;
  readonly vector: RankingSignal | null;
  /** Score added by related chunks: by a section to its overview, by neighbours and episode to a piece of history. */
  readonly kin: number;
  /** Whether it is about the place, a character present or named, or a thread. */
  readonly inFocus: boolean;
};

export type LoreHit = {
  readonly chunk: FoundChunk;
  readonly score: number;
  readonly signals: RankingSignals;
};

/** Why a candidate was taken or left out. */
export type SelectionVerdict = 'taken' | 'over-budget' | 'beyond-limit' | 'kept-out';

export type ConsideredChunk = {
  readonly id: string;
  readonly source: 'authored' | 'history';
  readonly title: string;
  readonly tokens: number;
  readonly score: number;
  readonly signals: RankingSignals;
  readonly verdict: SelectionVerdict;
  /** The verdict and its reasons, in a sentence. */
  readonly why: string;
};

export type LoreExplanation = {
  /** The words the full text was asked for, once empty ones were dropped. */
  readonly words: string;
  /** Chunks this viewer may see in the packs and along the lineage, before anything was ranked. */
  readonly visible: number;
  /** Of these, how many are about what the moment is about. */
  readonly inFocus: number;
  /**
   * Numbers of filtered chunks: by id, hidden from this viewer, or part of another branch. Null: not told to a viewer.
   */
  readonly excluded: {
    readonly byId: number;
    readonly hidden: number | null;
    readonly otherBranches: number | null;
  };
  /** Best first: all that were taken and the best of those that were not. */
  readonly considered: readonly ConsideredChunk[];
};

export type LoreResult = {
  /** Best first, within limit and budget. */
  readonly hits: readonly LoreHit[];
  readonly totalTokens: number;
  readonly milliseconds: { readonly embed: number; readonly search: number; readonly total: number };
  /** `full-text` when there are no vectors to compare, with the reason. */
  readonly mode: { readonly kind: 'hybrid' } | { readonly kind: 'full-text'; readonly because: string };
  /** Whether anything outside the focus was taken. */
  readonly widened: boolean;
  readonly explanation: LoreExplanation | null;
};
