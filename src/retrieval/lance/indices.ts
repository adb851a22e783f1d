import { Index, type Table } from '@lancedb/lancedb';
import type { Layout } from './columns.ts';

/** From so many rows on, looking at every vector is slower than an index that misses a few. */
export const ROWS_FOR_VECTOR_INDEX = 10_000;

/** Every optimising adds a piece to the vector index, and every query asks all of them: beyond so many it is made anew. */
const MOST_PARTS = 16;

/**
 * Brings every index of a table up to date. A full-text index made on an empty table scores later rows wrongly, so
 * nothing is made before the first rows; rows that came since are found either way, but weighed by old statistics.
 */
export async function bringIndicesUpToDate(
  table: Table,
  layout: Layout,
  cleanupOlderThan?: Date,
): Promise<void> {
  const rows = await table.countRows();
  if (rows === 0) return;
  if ((await vectorIndexParts(table)) > MOST_PARTS)
    await table.createIndex('vector', { config: vectorIndex() });
  // First the fragments become one, so that indices are made on what stays.
  await table.optimize(cleanupOlderThan === undefined ? {} : { cleanupOlderThan });
  const existing = new Set((await table.listIndices()).flatMap(({ columns }) => columns));
  for (const [column, config] of wantedIndices(layout, await hasManyVectors(table, rows))) {
    if (!existing.has(column)) await table.createIndex(column, { config });
  }
}

function wantedIndices(layout: Layout, withVectors: boolean): [string, Index][] {
  return [
    ...layout.fullText.map(({ column }): [string, Index] => [column, Index.fts()]),
    ...layout.exact.map((column): [string, Index] => [column, Index.btree()]),
    ...layout.labels.map((column): [string, Index] => [column, Index.labelList()]),
    ...(withVectors ? [['vector', vectorIndex()] satisfies [string, Index]] : []),
  ];
}

/** While vectors are still being made there is no index for them: each batch would become a part of its own. */
async function hasManyVectors(table: Table, rows: number): Promise<boolean> {
  if (rows < ROWS_FOR_VECTOR_INDEX) return false;
  const { fields } = await table.schema();
  if (!fields.some(({ name }) => name === 'vector')) return false;
  return (await table.countRows('vector is null')) === 0;
}

/** How many pieces the vector index has come to; 0 when there is none. Fragments of different pieces never become one. */
export async function vectorIndexParts(table: Table): Promise<number> {
  const index = (await table.listIndices()).find(({ columns }) => columns.includes('vector'));
  return index === undefined ? 0 : ((await table.indexStats(index.name))?.numIndices ?? 1);
}

/** One partition: filters then leave nothing out. */
function vectorIndex(): Index {
  return Index.hnswSq({ distanceType: 'cosine', numPartitions: 1 });
}

/** How many rows the full text has not seen yet; all of them while there is no index. */
export async function unindexedRows(table: Table, layout: Layout): Promise<number> {
  const column = layout.fullText[0]?.column;
  const index = (await table.listIndices()).find(({ columns }) => columns.includes(column ?? ''));
  if (index === undefined) return table.countRows();
  return (await table.indexStats(index.name))?.numUnindexedRows ?? 0;
}
