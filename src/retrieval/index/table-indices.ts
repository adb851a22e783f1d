import { Index, type Table } from '@lancedb/lancedb';
import { toFullTextOptions } from './full-text-language.ts';
import { MAX_CACHED_ROWS } from './table-cache.ts';
import { readLanguage, type TableLayout } from './table-layout.ts';

/** Every optimising adds a piece to the vector index, and every query asks all of them: beyond so many it is made anew. */
const MOST_PARTS = 16;

/**
 * From so many rows on a filter is looked up; fewer are faster read through, and every index makes each tidying up take
 * longer.
 */
const ROWS_FOR_FILTERS = 5_000;

/**
 * Updates every index of a table except that of vectors, which takes minutes when the table is large. Creates no index
 * before the first rows: a full-text index made on an empty table scores later rows wrongly. Rows added since the last
 * update are found all the same, but weighed by old statistics.
 */
export async function updateIndices(
  table: Table,
  layout: TableLayout,
  cleanupOlderThan?: Date,
): Promise<void> {
  const rows = await table.countRows();
  if (rows === 0) return;
  const vectors = await vectorIndexOf(table);
  if (vectors !== null && rows <= MAX_CACHED_ROWS) await table.dropIndex(vectors.name);
  // First the fragments become one, so that indices are made on what stays.
  await table.optimize(cleanupOlderThan === undefined ? {} : { cleanupOlderThan });
  const existing = new Set((await table.listIndices()).flatMap(({ columns }) => columns));
  for (const [column, config] of wantedIndices(layout, rows, readLanguage(await table.schema()))) {
    if (!existing.has(column)) await table.createIndex(column, { config });
  }
}

function wantedIndices(layout: TableLayout, rows: number, language: string): [string, Index][] {
  const options = toFullTextOptions(language);
  const words = layout.fullText.map(({ column }): [string, Index] => [column, Index.fts(options)]);
  if (rows < ROWS_FOR_FILTERS) return words;
  return [
    ...words,
    ...layout.exact.map((column): [string, Index] => [column, Index.btree()]),
    ...layout.labels.map((column): [string, Index] => [column, Index.labelList()]),
  ];
}

/** Makes the vector index of a table that is too large to be held in memory, if it has none or one of too many pieces. */
export async function buildVectorIndex(table: Table): Promise<void> {
  // One partition: filters then leave nothing out.
  const config = Index.hnswSq({ distanceType: 'cosine', numPartitions: 1 });
  if (await shouldBuildVectorIndex(table)) await table.createIndex('vector', { config });
}

/**
 * Reports whether to build the vector index. The first one waits until all vectors are made: each batch would become a
 * part of its own.
 */
export async function shouldBuildVectorIndex(table: Table): Promise<boolean> {
  if ((await table.countRows()) <= MAX_CACHED_ROWS) return false;
  const { fields } = await table.schema();
  if (!fields.some(({ name }) => name === 'vector')) return false;
  const parts = await countVectorIndexParts(table);
  if (parts > 0) return parts > MOST_PARTS;
  return (await table.countRows('vector is null')) === 0;
}

/** Counts the parts of the vector index; 0 when there is none. Fragments of different parts are never merged. */
export async function countVectorIndexParts(table: Table): Promise<number> {
  const index = await vectorIndexOf(table);
  return index === null ? 0 : ((await table.indexStats(index.name))?.numIndices ?? 1);
}

async function vectorIndexOf(table: Table): Promise<{ readonly name: string } | null> {
  return (await table.listIndices()).find(({ columns }) => columns.includes('vector')) ?? null;
}

/** Counts the rows missing from the full-text index; all of them while there is no index. */
export async function countUnindexedRows(table: Table, layout: TableLayout): Promise<number> {
  const column = layout.fullText[0]?.column;
  const index = (await table.listIndices()).find(({ columns }) => columns.includes(column ?? ''));
  if (index === undefined) return table.countRows();
  return (await table.indexStats(index.name))?.numUnindexedRows ?? 0;
}
