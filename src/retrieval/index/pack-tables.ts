import { createHash } from 'node:crypto';
import type { Table } from '@lancedb/lancedb';
import { toCanonicalJson } from '#engine/util/canonical-json.ts';
import type { LoreChunk } from '../lore-chunk.ts';
import type { IndexStats } from '../lore-index.ts';
import { markWordEnds, removeWordEnds } from '../ranking/content-words.ts';
import { copyRow, type Row, toAuthoredRow } from './rows.ts';
import { type EmbeddingSpace, isSameSpace, type TableKey } from './table-catalogue.ts';
import { countUnindexedRows, updateIndices } from './table-indices.ts';
import { AUTHORED_LAYOUT, TABLE_FORMAT, type TableLayout } from './table-layout.ts';
import type { LanceTables } from './tables.ts';
import { cutIntoPieces } from './text-pieces.ts';

const PAGE = 256;
/** `pack@version` is indexed beside `pack` and shares most of its texts. */
const VARIANT_MARK = '@';

export const toPackKey = (packId: string): TableKey => `pack:${packId}`;

/** Makes the table of a pack hold exactly these chunks. Vectors of texts that stayed the same are kept. */
export function putPack(
  tables: LanceTables,
  packId: string,
  chunks: readonly LoreChunk[],
  space: EmbeddingSpace,
): Promise<'indexed' | 'unchanged'> {
  const key = toPackKey(packId);
  const digest = digestOf(chunks);
  return tables.inTurn(key, async () => {
    const entry = tables.entry(key);
    const table = await tables.serving(key);
    if (entry?.digest === digest && table !== null) {
      await heal(tables, table);
      return 'unchanged';
    }
    // A table keeps the space it was made for; only reindexing moves it to another.
    const kept =
      entry === null || entry.dimension === 0 ? space : { model: entry.model, dimension: entry.dimension };
    const vectors = await knownVectors(tables, packId, kept);
    const about = { digest, ...kept };
    await tables.replace(key, layoutOf(chunks), about, pages(chunks, vectors, kept));
    return 'indexed';
  });
}

/** Does the same as if the pack had never been indexed. */
export function rebuildPack(
  tables: LanceTables,
  packId: string,
  chunks: readonly LoreChunk[],
  space: EmbeddingSpace,
): Promise<void> {
  const key = toPackKey(packId);
  const about = { digest: digestOf(chunks), ...space };
  return tables.inTurn(key, () =>
    tables.replace(key, layoutOf(chunks), about, pages(chunks, new Map(), space)),
  );
}

/**
 * Repairs a table after a stop between writing vectors and indexing them, which leaves rows the full text weighs
 * wrongly.
 */
async function heal(tables: LanceTables, table: Table): Promise<void> {
  if ((await countUnindexedRows(table, AUTHORED_LAYOUT)) > 0)
    await updateIndices(table, AUTHORED_LAYOUT, tables.oldestKept());
}

export function readPackStats(tables: LanceTables, packId: string): IndexStats | null {
  const entry = tables.entry(toPackKey(packId));
  if (entry === null) return null;
  return {
    packId,
    chunks: entry.rows,
    totalTokens: entry.tokens,
    vectors: entry.vectors,
    model: entry.model === '' ? null : entry.model,
    lastIndexed: entry.indexedAt,
  };
}

/** Returns the layout of a pack's table, in the language of its chunks. */
function layoutOf([first]: readonly LoreChunk[]): TableLayout {
  return { ...AUTHORED_LAYOUT, language: first?.language };
}

function digestOf(chunks: readonly LoreChunk[]): string {
  const hash = createHash('sha256').update(`format ${TABLE_FORMAT}\n`);
  for (const chunk of chunks) hash.update(toCanonicalJson(chunk)).update('\n');
  // Packs in such scripts were once indexed otherwise.
  if (chunks.some(({ title, text }) => markWordEnds(title + text) !== title + text))
    hash.update('word ends\n');
  // Long texts once had one vector each.
  if (chunks.some(({ text }) => isCut(text))) hash.update('pieces\n');
  return hash.digest('hex');
}

/** Vectors that need not be made again: of the pack itself, or of the version it is a variant of. */
async function knownVectors(
  tables: LanceTables,
  packId: string,
  space: EmbeddingSpace,
): Promise<Map<string, Row>> {
  const [base = packId] = packId.split(VARIANT_MARK);
  const known = [...new Set([base, packId])].map(toPackKey).map(async (key) => {
    const entry = tables.entry(key);
    const table = await tables.serving(key);
    if (entry === null || table === null || space.dimension === 0 || !isSameSpace(entry, space)) return [];
    return [...(await vectorsByText(table))];
  });
  return new Map((await Promise.all(known)).flat());
}

async function vectorsByText(table: Table): Promise<Map<string, Row>> {
  const { fields } = await table.schema();
  const columns = ['text_hash', 'text', 'vector', 'pieces'].filter((column) =>
    fields.some(({ name }) => name === column),
  );
  const rows: Row[] = await table.query().where('vector is not null').select(columns).toArray();
  return new Map(
    rows.map(copyRow).flatMap(({ text_hash, text, vector, pieces = null }): [string, Row][] =>
      // Made before long texts were cut.
      pieces === null && isCut(removeWordEnds(String(text))) ? [] : [[String(text_hash), { vector, pieces }]],
    ),
  );
}

const NO_VECTORS: Row = { vector: null, pieces: null };

const isCut = (text: string) => cutIntoPieces(text).length > 1;

async function* pages(
  chunks: readonly LoreChunk[],
  vectors: ReadonlyMap<string, Row>,
  { dimension }: EmbeddingSpace,
): AsyncGenerator<Row[]> {
  for (let start = 0; start < chunks.length; start += PAGE) {
    const rows = chunks.slice(start, start + PAGE).map(toAuthoredRow);
    yield dimension === 0
      ? rows
      : rows.map((row) => ({ ...row, ...(vectors.get(String(row.text_hash)) ?? NO_VECTORS) }));
  }
}
