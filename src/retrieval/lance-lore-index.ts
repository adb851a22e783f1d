import { mkdirSync } from 'node:fs';
import type { Clock } from '#engine/kit/clock.ts';
import type { Embedder } from './embedder.ts';
import type { HistoryEntry } from './history-entry.ts';
import { AUTHORED_LAYOUT, HISTORY_LAYOUT } from './lance/columns.ts';
import { addEntries, historyKey } from './lance/history-tables.ts';
import { historyTidier } from './lance/history-tidier.ts';
import { packKey, packStats, putPack, remakePack } from './lance/pack-tables.ts';
import { spaceOf } from './lance/space.ts';
import { openTables, type Tables } from './lance/tables.ts';
import { type VectorFiller, vectorFiller } from './lance/vector-filler.ts';
import type { IndexProgress, LoreIndex } from './lore-index.ts';
import { NO_FOCUS } from './lore-query.ts';
import type { LoreResult } from './lore-result.ts';
import { withQueryCache } from './query-cache.ts';
import { reachOf, reachOfMemories } from './searching/reach.ts';
import { rowCache } from './searching/row-cache.ts';
import { type Searcher, search } from './searching/search.ts';
import { WEIGHTS, type Weights } from './weights.ts';

export type LanceOptions = {
  /** A folder, or any address LanceDB takes: `s3://bucket/lore`. */
  readonly uri: string;
  /** Null: lore is found by its words alone. The index closes it. */
  readonly embedder: Embedder | null;
  readonly clock: Clock;
  /** Other weights than those measured best; for measuring. */
  readonly weights?: Weights;
  /** The most memory LanceDB keeps what it has read in. */
  readonly cacheMegabytes?: number;
  /** Tables of more rows than this are searched without holding them in memory. */
  readonly heldRows?: number;
};

const CACHE_MEGABYTES = 128;

/** The lore index in LanceDB: one table for every pack and one for the history of every campaign. */
export async function openLanceLoreIndex({
  uri,
  embedder,
  clock,
  weights = WEIGHTS,
  cacheMegabytes = CACHE_MEGABYTES,
  heldRows,
}: LanceOptions): Promise<LoreIndex> {
  if (!uri.includes('://')) mkdirSync(uri, { recursive: true });
  const tables = await openTables(uri, clock, { cacheMegabytes, heldRows });
  const { tell, onProgress } = progressBoard();
  const filler = vectorFiller(tables, embedder, (key, progress) => {
    if (key.startsWith('pack:')) tell({ packId: key.slice('pack:'.length), ...progress });
  });
  const { tidied, ...history } = historyDoors(tables, filler, embedder);
  return {
    ...packDoors(tables, filler, embedder, tell),
    ...history,
    ...searchDoors({
      tables,
      embedder: embedder === null ? null : withQueryCache(embedder),
      weights,
      rows: rowCache(),
      stopwatch: () => performance.now(),
    }),
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
      await embedder?.close();
      await tables.close();
    },
  };
}

type PackDoors = Pick<LoreIndex, 'putPack' | 'reindexPack' | 'removePack' | 'packStats'>;

function packDoors(
  tables: Tables,
  filler: VectorFiller,
  embedder: Embedder | null,
  tell: (progress: IndexProgress) => void,
): PackDoors {
  const space = spaceOf(embedder);
  const finished = (packId: string, of: number) => {
    const phase = embedder === null ? 'ready' : 'full-text';
    tell({ packId, phase, done: of, of, because: null });
    filler.fill(packKey(packId), AUTHORED_LAYOUT);
  };
  return {
    putPack: async (packId, chunks) => {
      const outcome = await putPack(tables, packId, chunks, space);
      finished(packId, chunks.length);
      return outcome;
    },
    reindexPack: async (packId, chunks) => {
      await remakePack(tables, packId, chunks, space);
      finished(packId, chunks.length);
    },
    removePack: (packId) => tables.inTurn(packKey(packId), () => tables.drop(packKey(packId))),
    packStats: async (packId) => packStats(tables, packId),
  };
}

type HistoryDoors = Pick<LoreIndex, 'addHistory' | 'removeHistory'> & {
  /** Resolves once what was written so far has been made tidy. */
  readonly tidied: () => Promise<void>;
};

function historyDoors(tables: Tables, filler: VectorFiller, embedder: Embedder | null): HistoryDoors {
  const tidier = historyTidier(tables, filler);
  const add = async (campaignId: string, entries: readonly HistoryEntry[]) => {
    const complete = await tidier.around(campaignId, () => addEntries(tables, campaignId, entries, embedder));
    if (!complete) filler.fill(historyKey(campaignId), HISTORY_LAYOUT);
  };
  return {
    addHistory: async (entries) => {
      for (const [campaignId, own] of Map.groupBy(entries, (entry) => entry.campaignId))
        await add(campaignId, own);
    },
    removeHistory: (campaignId) =>
      tables.inTurn(historyKey(campaignId), () => tables.drop(historyKey(campaignId))),
    tidied: tidier.tidied,
  };
}

function searchDoors(searcher: Searcher): Pick<LoreIndex, 'search' | 'searchMemories'> {
  const { refresh } = searcher.tables;
  return {
    search: ({ explain = 'nothing', ...query }) =>
      onceMore(refresh, () => search(searcher, reachOf(query), { ...query, explain })),
    searchMemories: ({ explain = 'nothing', focus = NO_FOCUS, ...query }) =>
      onceMore(refresh, () => search(searcher, reachOfMemories(query), { ...query, focus, explain })),
  };
}

/** Another server may have replaced a table twice since; then the one this server reads is gone. */
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
