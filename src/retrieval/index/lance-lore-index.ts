import { mkdirSync } from 'node:fs';
import type { Clock } from '#engine/util/clock.ts';
import type { Embedder } from '../embedding/embedder.ts';
import type { HistoryEntry } from '../history-entry.ts';
import type { IndexProgress, LoreIndex } from '../lore-index.ts';
import { NO_FOCUS } from '../lore-query.ts';
import type { LoreResult } from '../lore-result.ts';
import { RANKING_WEIGHTS, type RankingWeights } from '../ranking/ranking-weights.ts';
import { createChunkCache } from '../search/load-chunks.ts';
import { withQueryCache } from '../search/query-vector.ts';
import { type SearchDependencies, searchTables } from '../search/search.ts';
import { buildMemoryScopes, buildTableScopes } from '../search/table-scope.ts';
import { createVectorFiller, type VectorFiller } from './fill-vectors.ts';
import { addHistoryEntries, createHistoryOptimiser, toHistoryKey } from './history-tables.ts';
import { putPack, readPackStats, rebuildPack, toPackKey } from './pack-tables.ts';
import { getEmbeddingSpace } from './table-catalogue.ts';
import { AUTHORED_LAYOUT, HISTORY_LAYOUT } from './table-layout.ts';
import { type LanceTables, openLanceTables } from './tables.ts';

export type LanceOptions = {
  /** A folder, or any address LanceDB takes: `s3://bucket/lore`. */
  readonly uri: string;
  /** Null: lore is found by its words alone. The index closes it. */
  readonly embedder: Embedder | null;
  readonly clock: Clock;
  /** Other weights than those measured best; for measuring. */
  readonly weights?: RankingWeights;
  /** The most memory LanceDB keeps what it has read in. */
  readonly cacheMegabytes?: number;
  /** Tables of more rows than this are searched without holding them in memory. */
  readonly heldRows?: number;
};

const CACHE_MEGABYTES = 128;

/** Opens the lore index in LanceDB: one table for every pack and one for the history of every campaign. */
export async function openLanceLoreIndex({
  uri,
  embedder,
  clock,
  weights = RANKING_WEIGHTS,
  cacheMegabytes = CACHE_MEGABYTES,
  heldRows,
}: LanceOptions): Promise<LoreIndex> {
  if (!uri.includes('://')) mkdirSync(uri, { recursive: true });
  const tables = await openLanceTables(uri, clock, { cacheMegabytes, heldRows });
  const searching = new Set<Promise<LoreResult>>();
  const { tell, onProgress } = progressBoard();
  const filler = createVectorFiller(tables, embedder, (key, progress) => {
    if (key.startsWith('pack:')) tell({ packId: key.slice('pack:'.length), ...progress });
  });
  const { tidied, ...history } = historyDoors(tables, filler, embedder);
  return {
    ...packDoors(tables, filler, embedder, tell),
    ...history,
    ...searchDoors(
      {
        tables,
        embedder: embedder === null ? null : withQueryCache(embedder),
        weights,
        rows: createChunkCache(),
        stopwatch: () => performance.now(),
      },
      searching,
    ),
    meaningsOf: embedder === null ? null : (texts) => embedder.embed(texts, 'document'),
    cachedBytes: tables.cachedBytes,
    onProgress,
    settled: async () => {
      await tidied();
      await filler.settled();
    },
    close: async () => {
      await tidied();
      await filler.stop();
      // A search whose result is not waited for, such as that of a question out of character, may still read.
      await Promise.allSettled(searching);
      await embedder?.close();
      await tables.close();
    },
  };
}

type PackDoors = Pick<LoreIndex, 'putPack' | 'reindexPack' | 'removePack' | 'packStats'>;

function packDoors(
  tables: LanceTables,
  filler: VectorFiller,
  embedder: Embedder | null,
  tell: (progress: IndexProgress) => void,
): PackDoors {
  const space = getEmbeddingSpace(embedder);
  const finished = (packId: string, of: number) => {
    const phase = embedder === null ? 'ready' : 'full-text';
    tell({ packId, phase, done: of, of, because: null });
    filler.fill(toPackKey(packId), AUTHORED_LAYOUT);
  };
  return {
    putPack: async (packId, chunks) => {
      const outcome = await putPack(tables, packId, chunks, space);
      finished(packId, chunks.length);
      return outcome;
    },
    reindexPack: async (packId, chunks) => {
      await rebuildPack(tables, packId, chunks, space);
      finished(packId, chunks.length);
    },
    removePack: (packId) => tables.inTurn(toPackKey(packId), () => tables.drop(toPackKey(packId))),
    packStats: async (packId) => readPackStats(tables, packId),
  };
}

type HistoryDoors = Pick<LoreIndex, 'addHistory' | 'removeHistory'> & {
  /** Resolves once what was written so far has been made tidy. */
  readonly tidied: () => Promise<void>;
};

function historyDoors(tables: LanceTables, filler: VectorFiller, embedder: Embedder | null): HistoryDoors {
  const tidier = createHistoryOptimiser(tables, filler);
  const add = async (campaignId: string, entries: readonly HistoryEntry[]) => {
    const complete = await tidier.around(campaignId, () =>
      addHistoryEntries(tables, campaignId, entries, embedder),
    );
    if (!complete) filler.fill(toHistoryKey(campaignId), HISTORY_LAYOUT);
  };
  return {
    addHistory: async (entries) => {
      for (const [campaignId, own] of Map.groupBy(entries, (entry) => entry.campaignId))
        await add(campaignId, own);
    },
    removeHistory: (campaignId) =>
      tables.inTurn(toHistoryKey(campaignId), () => tables.drop(toHistoryKey(campaignId))),
    tidied: tidier.tidied,
  };
}

/** `searching` holds the searches that have not ended. */
function searchDoors(
  searcher: SearchDependencies,
  searching: Set<Promise<LoreResult>>,
): Pick<LoreIndex, 'search' | 'searchMemories'> {
  const { refresh } = searcher.tables;
  const track = async (search: Promise<LoreResult>): Promise<LoreResult> => {
    searching.add(search);
    try {
      return await search;
    } finally {
      searching.delete(search);
    }
  };
  return {
    search: ({ explain = 'nothing', ...query }) =>
      track(onceMore(refresh, () => searchTables(searcher, buildTableScopes(query), { ...query, explain }))),
    searchMemories: ({ explain = 'nothing', focus = NO_FOCUS, ...query }) =>
      track(
        onceMore(refresh, () =>
          searchTables(searcher, buildMemoryScopes(query), { ...query, focus, explain }),
        ),
      ),
  };
}

/**
 * Repeats a failed read after a refresh. Another server may have replaced a table twice, so the one read here is gone.
 */
async function onceMore(refresh: () => Promise<void>, look: () => Promise<LoreResult>): Promise<LoreResult> {
  try {
    return await look();
  } catch {
    await refresh();
    return look();
  }
}

function progressBoard() {
  const listeners = new Set<(progress: IndexProgress) => void>();
  return {
    tell: (progress: IndexProgress) => {
      for (const listener of listeners) listener(progress);
    },
    onProgress: (listener: (progress: IndexProgress) => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
