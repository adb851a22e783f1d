import { setImmediate as nextTick } from 'node:timers/promises';
import type { Table } from '@lancedb/lancedb';
import { type Embedder, EmbeddingError } from '../embedding/embedder.ts';
import type { HistoryEntry } from '../history-entry.ts';
import type { VectorFiller } from './fill-vectors.ts';
import { type Row, toHistoryRow } from './rows.ts';
import {
  describeSpaceMismatch,
  type EmbeddingSpace,
  getEmbeddingSpace,
  type TableKey,
} from './table-catalogue.ts';
import {
  countUnindexedRows,
  countVectorIndexParts,
  shouldBuildVectorIndex,
  updateIndices,
} from './table-indices.ts';
import { HISTORY_LAYOUT } from './table-layout.ts';
import { mergeRows } from './table-rows.ts';
import type { LanceTables } from './tables.ts';

export const toHistoryKey = (campaignId: string): TableKey => `history:${campaignId}`;

/** Every write leaves a file of its own, and every query opens all of them: beyond so many they are made one. */
const FRAGMENTS = 16;
/** Every query reads the words of new rows one by one: more than this, or than this share of all, are indexed. */
const UNINDEXED_ROWS = 32;
const UNINDEXED_SHARE = { atRest: 0.001, whileWriting: 0.05 } as const;

/** Adds entries of one campaign. They can be found once this returns; true when all of them have a vector. */
export async function addHistoryEntries(
  tables: LanceTables,
  campaignId: string,
  entries: readonly HistoryEntry[],
  embedder: Embedder | null,
): Promise<boolean> {
  const key = toHistoryKey(campaignId);
  const rows = entries.map(toHistoryRow);
  if (tables.entry(key) === null)
    await tables.inTurn(key, () => makeTable(tables, key, entries, getEmbeddingSpace(embedder)));
  const embedded = await withVectors(tables, key, rows, embedder);
  await tables.inTurn(key, () => append(tables, key, embedded));
  return embedded.every(({ vector }) => vector !== null && vector !== undefined);
}

async function makeTable(
  tables: LanceTables,
  key: TableKey,
  [first]: readonly HistoryEntry[],
  space: EmbeddingSpace,
): Promise<void> {
  const layout = { ...HISTORY_LAYOUT, language: first?.language };
  // Another call may have made it while this one waited in the queue.
  if (tables.entry(key) === null) await tables.replace(key, layout, { digest: '', ...space }, noPages());
}

async function* noPages(): AsyncGenerator<Row[]> {}

/** Adds vectors to the rows. A failing embedder never keeps history from being indexed: the vectors follow later. */
async function withVectors(
  tables: LanceTables,
  key: TableKey,
  rows: readonly Row[],
  embedder: Embedder | null,
): Promise<Row[]> {
  const entry = tables.entry(key);
  if (entry === null || entry.dimension === 0) return [...rows];
  const bare = rows.map((row) => ({ ...row, vector: null }));
  if (embedder === null || describeSpaceMismatch(entry, getEmbeddingSpace(embedder)) !== null) return bare;
  try {
    const vectors = await embedder.embed(
      rows.map(({ text }) => String(text)),
      'document',
    );
    return rows.map((row, index) => ({ ...row, vector: vectors[index] ?? null }));
  } catch (error) {
    if (error instanceof EmbeddingError) return bare;
    throw error;
  }
}

async function append(tables: LanceTables, key: TableKey, rows: readonly Row[]): Promise<void> {
  await tables.alongside(key, rows, (table) => mergeRows(table, rows));
  const table = await tables.serving(key);
  // Without any index words are not found as they should be; later ones can wait.
  if (table !== null && (await table.listIndices()).length === 0)
    await tables.renewed(key, () => updateIndices(table, HISTORY_LAYOUT));
}

/** Keeps reads of a campaign's history fast after many small writes. True when only a vector index is missing. */
async function optimiseHistory(
  tables: LanceTables,
  campaignId: string,
  isWriting: () => boolean,
): Promise<boolean> {
  const key = toHistoryKey(campaignId);
  return tables.inTurn(key, async () => {
    const table = await tables.serving(key);
    if (table === null || !(await isScattered(table, isWriting()))) return false;
    await tables.renewed(key, () => updateIndices(table, HISTORY_LAYOUT, tables.oldestKept()));
    return shouldBuildVectorIndex(table);
  });
}

/** Reports whether enough was written since the indices were made to slow down reads. */
async function isScattered(table: Table, isWriting: boolean): Promise<boolean> {
  const { numRows, fragmentStats } = await table.stats();
  if (fragmentStats.numFragments > FRAGMENTS + (await countVectorIndexParts(table))) return true;
  const share = isWriting ? UNINDEXED_SHARE.whileWriting : UNINDEXED_SHARE.atRest;
  const limit = Math.max(UNINDEXED_ROWS, share * numRows);
  return (await countUnindexedRows(table, HISTORY_LAYOUT)) > limit;
}

type HistoryOptimiser = {
  /** Does a write, and has the campaign's table tidied up some time after it. */
  readonly around: <Result>(campaignId: string, write: () => Promise<Result>) => Promise<Result>;
  /** Resolves once what was written so far has been tidied up. */
  readonly tidied: () => Promise<void>;
};

/** Optimises history tables during play: as little as possible while a campaign is written to, the rest afterwards. */
export function createHistoryOptimiser(tables: LanceTables, filler: VectorFiller): HistoryOptimiser {
  const writes = new Map<string, number>();
  const tidying = new Map<string, Promise<void>>();
  const again = new Set<string>();
  const count = (campaignId: string, more: 1 | -1) =>
    writes.set(campaignId, (writes.get(campaignId) ?? 0) + more);
  const tidy = async (campaignId: string) => {
    do {
      again.delete(campaignId);
      // A caller that writes piece after piece has begun the next write by then.
      await nextTick();
      const isWriting = () => (writes.get(campaignId) ?? 0) > 0;
      const wantsVectors = await optimiseHistory(tables, campaignId, isWriting);
      if (wantsVectors) filler.fill(toHistoryKey(campaignId), HISTORY_LAYOUT);
    } while (again.has(campaignId));
  };
  const begin = (campaignId: string) => {
    again.add(campaignId);
    if (tidying.has(campaignId)) return;
    // A table that could not be tidied up serves as well; the next write tries again.
    const done = tidy(campaignId)
      .catch(() => {})
      .finally(() => tidying.delete(campaignId));
    tidying.set(campaignId, done);
  };
  return {
    around: async (campaignId, write) => {
      count(campaignId, 1);
      try {
        return await write();
      } finally {
        count(campaignId, -1);
        begin(campaignId);
      }
    },
    tidied: async () => {
      await Promise.all(tidying.values());
    },
  };
}
