import type { HistoryEntry } from './history-entry.ts';
import type { LoreChunk } from './lore-chunk.ts';
import type { LoreQuery, MemoryQuery } from './lore-query.ts';
import type { LoreResult } from './lore-result.ts';

export type { HistoryEntry } from './history-entry.ts';
export type { LoreChunk } from './lore-chunk.ts';
export type { LoreQuery, MemoryQuery } from './lore-query.ts';
export type { LoreHit, LoreResult } from './lore-result.ts';

export type IndexStats = {
  readonly packId: string;
  readonly chunks: number;
  readonly totalTokens: number;
  /** Number of chunks with a vector, and the embedding model; the model is null before the first. */
  readonly vectors: number;
  readonly model: string | null;
  readonly lastIndexed: Date;
};

/** Progress of indexing. `ready` means that every chunk can be found by its words and by its meaning. */
export type IndexProgress = {
  readonly packId: string;
  readonly phase: 'full-text' | 'vectors' | 'ready' | 'stopped';
  readonly done: number;
  readonly of: number;
  /** Why it stopped, with advice. */
  readonly because: string | null;
};

/**
 * Finds the lore that matters. The index is a copy of what packs and play say: it can always be made again.
 *
 * What a query may see is decided before anything is ranked and never widened: its packs, its lineage, its viewer.
 * When one of them is missing, nothing is found.
 */
export type LoreIndex = {
  /**
   * Makes the index hold exactly these chunks of a pack; what has not changed costs nothing. Once it returns, they are
   * found by their words; vectors follow in the background. Until then, and after a crash, the old ones are served.
   */
  readonly putPack: (packId: string, chunks: readonly LoreChunk[]) => Promise<'indexed' | 'unchanged'>;
  /**
   * Does `putPack` even for content the index already holds, vectors included. For use after the embedding model
   * changed.
   */
  readonly reindexPack: (packId: string, chunks: readonly LoreChunk[]) => Promise<void>;
  readonly removePack: (packId: string) => Promise<void>;
  readonly packStats: (packId: string) => Promise<IndexStats | null>;
  /** Adds what play left behind. May be called again with the same entries: nothing is doubled. */
  readonly addHistory: (entries: readonly HistoryEntry[]) => Promise<void>;
  readonly removeHistory: (campaignId: string) => Promise<void>;
  readonly search: (query: LoreQuery) => Promise<LoreResult>;
  readonly searchMemories: (query: MemoryQuery) => Promise<LoreResult>;
  /** Embeds texts in the vector space of the index, for callers that compare meanings; null without an embedder. */
  readonly meaningsOf: ((texts: readonly string[]) => Promise<readonly Float32Array[]>) | null;
  /** Returns the memory used to cache the index, in bytes: never much more than the configured limit. */
  readonly cachedBytes: () => number;
  /** Hears of every step of indexing from now on; call what it returns to stop. */
  readonly onProgress: (listener: (progress: IndexProgress) => void) => () => void;
  /** Resolves once no vector is missing that can be had. */
  readonly settled: () => Promise<void>;
  readonly close: () => Promise<void>;
};
