import type { Table } from '@lancedb/lancedb';
import { type Embedder, EmbeddingError } from '../embedder.ts';
import type { HistoryEntry } from '../history-entry.ts';
import { HISTORY_LAYOUT } from './columns.ts';
import { historyRow } from './history-row.ts';
import { bringIndicesUpToDate, unindexedRows, vectorIndexParts, wantsVectorIndex } from './indices.ts';
import { embeddedTextOf, mergeRows } from './missing-vectors.ts';
import type { Row } from './row.ts';
import { mismatch, type Space, spaceOf } from './space.ts';
import type { TableKey } from './table-name.ts';
import type { Tables } from './tables.ts';

export const historyKey = (campaignId: string): TableKey => `history:${campaignId}`;

/** Every write leaves a file of its own, and every query opens all of them: beyond so many they are made one. */
const FRAGMENTS = 16;
/** Every query reads the words of new rows one by one: more than this, or than this share of all, are indexed. */
const UNINDEXED_ROWS = 32;
const UNINDEXED_SHARE = { atRest: 0.001, whileWriting: 0.05 } as const;

/** Adds entries of one campaign. They can be found once this returns; true when all of them have a vector. */
export async function addEntries(
  tables: Tables,
  campaignId: string,
  entries: readonly HistoryEntry[],
  embedder: Embedder | null,
): Promise<boolean> {
  const key = historyKey(campaignId);
  const rows = entries.map(historyRow);
  if (tables.entry(key) === null) await tables.inTurn(key, () => makeTable(tables, key, spaceOf(embedder)));
  const embedded = await withVectors(tables, key, rows, embedder);
  await tables.inTurn(key, () => append(tables, key, embedded));
  return embedded.every(({ vector }) => vector !== null && vector !== undefined);
}

async function makeTable(tables: Tables, key: TableKey, space: Space): Promise<void> {
  // Somebody else may have made it while this waited for its turn.
  if (tables.entry(key) === null)
    await tables.replace(key, HISTORY_LAYOUT, { digest: '', ...space }, noPages());
}

async function* noPages(): AsyncGenerator<Row[]> {}

/** An embedder that fails never keeps history from being indexed: the vectors follow later. */
async function withVectors(
  tables: Tables,
  key: TableKey,
  rows: readonly Row[],
  embedder: Embedder | null,
): Promise<Row[]> {
  const entry = tables.entry(key);
  if (entry === null || entry.dimension === 0) return [...rows];
  const bare = rows.map((row) => ({ ...row, vector: null }));
  if (embedder === null || mismatch(entry, spaceOf(embedder)) !== null) return bare;
  try {
    const vectors = await embedder.embed(rows.map(embeddedTextOf), 'document');
    return rows.map((row, index) => ({ ...row, vector: vectors[index] ?? null }));
  } catch (error) {
    if (error instanceof EmbeddingError) return bare;
    throw error;
  }
}

async function append(tables: Tables, key: TableKey, rows: readonly Row[]): Promise<void> {
  await tables.alongside(key, rows, (table) => mergeRows(table, rows));
  const table = await tables.serving(key);
  // Without any index words are not found as they should be; later ones can wait.
  if (table !== null && (await table.listIndices()).length === 0)
    await tables.renewed(key, () => bringIndicesUpToDate(table, HISTORY_LAYOUT));
}

/** Keeps reads of a campaign's history fast after many small writes. True when only a vector index is missing. */
export async function tidyHistory(
  tables: Tables,
  campaignId: string,
  isWriting: () => boolean,
): Promise<boolean> {
  const key = historyKey(campaignId);
  return tables.inTurn(key, async () => {
    const table = await tables.serving(key);
    if (table === null || !(await isScattered(table, isWriting()))) return false;
    await tables.renewed(key, () => bringIndicesUpToDate(table, HISTORY_LAYOUT, tables.oldestKept()));
    return wantsVectorIndex(table);
  });
}

/** Whether so much was written since the indices were made that reads would suffer. */
async function isScattered(table: Table, isWriting: boolean): Promise<boolean> {
  const { numRows, fragmentStats } = await table.stats();
  if (fragmentStats.numFragments > FRAGMENTS + (await vectorIndexParts(table))) return true;
  const share = isWriting ? UNINDEXED_SHARE.whileWriting : UNINDEXED_SHARE.atRest;
  const limit = Math.max(UNINDEXED_ROWS, share * numRows);
  return (await unindexedRows(table, HISTORY_LAYOUT)) > limit;
}
