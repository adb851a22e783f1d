import { createHash } from 'node:crypto';
import type { Connection, Table } from '@lancedb/lancedb';
import { Field, Float64, Int32, Schema, Utf8 } from 'apache-arrow';
import type { Embedder } from '../embedding/embedder.ts';

/** Names what a table holds: one pack, or the history of one campaign. */
export type TableKey = `pack:${string}` | `history:${string}`;

const PLAIN = /^[A-Za-z0-9_-]{1,80}$/;

/** Returns the name of a table in the folder. Replaces an id that could not be a file name by its digest. */
export function toTableName(key: TableKey, generation: number): string {
  const [kind = '', ...rest] = key.split(':');
  const id = rest.join(':');
  const safe = PLAIN.test(id) ? id : createHash('sha256').update(id).digest('hex').slice(0, 40);
  return `${kind}.${safe}.${generation}`;
}

/**
 * Entry that maps a pack or a campaign to its table and describes the contents. Changing the entry switches readers to
 * a new table.
 */
export type CatalogueEntry = {
  readonly key: TableKey;
  readonly generation: number;
  readonly format: number;
  /** Of all chunks of a pack; empty for history. */
  readonly digest: string;
  readonly rows: number;
  readonly tokens: number;
  readonly vectors: number;
  /** Embedding model whose vectors the table holds or is made for; empty for none. */
  readonly model: string;
  /** 0 for a table without vectors. */
  readonly dimension: number;
  readonly indexedAt: Date;
};

const NAME = 'catalogue';
const SCHEMA = new Schema([
  ...['key', 'digest', 'model'].map((name) => new Field(name, new Utf8(), false)),
  ...['generation', 'format', 'rows', 'tokens', 'vectors', 'dimension'].map(
    (name) => new Field(name, new Int32(), false),
  ),
  new Field('indexed_at', new Float64(), false),
]);

export type TableCatalogue = {
  readonly get: (key: TableKey) => CatalogueEntry | null;
  readonly all: () => readonly CatalogueEntry[];
  readonly put: (entry: CatalogueEntry) => Promise<void>;
  readonly remove: (key: TableKey) => Promise<void>;
  /** Reads again what another server may have written. */
  readonly refresh: () => Promise<void>;
  readonly close: () => void;
};

export async function openTableCatalogue(connection: Connection): Promise<TableCatalogue> {
  const names = await connection.tableNames();
  const table = names.includes(NAME)
    ? await connection.openTable(NAME)
    : await connection.createEmptyTable(NAME, SCHEMA);
  let entries = await readAll(table);
  // One after another: LanceDB doubles rows that are merged under the same key at the same time.
  let writing: Promise<unknown> = Promise.resolve();
  const inTurn = (write: () => Promise<void>) => {
    const written = writing.then(write);
    writing = written.catch(() => {});
    return written;
  };
  return {
    get: (key) => entries.get(key) ?? null,
    all: () => [...entries.values()],
    put: (entry) =>
      inTurn(async () => {
        const row = rowOf(entry);
        await table.mergeInsert('key').whenMatchedUpdateAll().whenNotMatchedInsertAll().execute([row]);
        entries.set(entry.key, entry);
      }),
    remove: (key) =>
      inTurn(async () => {
        await table.delete(`key = '${key.replaceAll("'", "''")}'`);
        entries.delete(key);
      }),
    refresh: () =>
      inTurn(async () => {
        await table.checkoutLatest();
        entries = await readAll(table);
      }),
    close: () => table.close(),
  };
}

function rowOf({ indexedAt, ...entry }: CatalogueEntry): Record<string, unknown> {
  return { ...entry, indexed_at: indexedAt.getTime() };
}

async function readAll(table: Table): Promise<Map<TableKey, CatalogueEntry>> {
  const rows: Record<string, unknown>[] = await table.query().toArray();
  return new Map(rows.map(entryOf).map((entry) => [entry.key, entry]));
}

function entryOf(row: Record<string, unknown>): CatalogueEntry {
  return {
    // Only `put` writes keys, and it is given table keys.
    key: String(row.key) as TableKey,
    generation: Number(row.generation),
    format: Number(row.format),
    digest: String(row.digest),
    rows: Number(row.rows),
    tokens: Number(row.tokens),
    vectors: Number(row.vectors),
    model: String(row.model),
    dimension: Number(row.dimension),
    indexedAt: new Date(Number(row.indexed_at)),
  };
}

/** The space a table's vectors live in: whose they are and how long. A table without vectors has dimension 0. */
export type EmbeddingSpace = Pick<CatalogueEntry, 'model' | 'dimension'>;

const NO_EMBEDDING_SPACE: EmbeddingSpace = { model: '', dimension: 0 };

export function getEmbeddingSpace(embedder: Embedder | null): EmbeddingSpace {
  return embedder === null ? NO_EMBEDDING_SPACE : { model: embedder.model, dimension: embedder.dimension };
}

export function isSameSpace(one: EmbeddingSpace, other: EmbeddingSpace): boolean {
  return one.model === other.model && one.dimension === other.dimension;
}

/**
 * Explains why a table's vectors cannot be compared with those of an embedder, with advice; null when they can. Vectors
 * of different models look alike but are not comparable, so they are never mixed.
 */
export function describeSpaceMismatch(table: EmbeddingSpace, embedder: EmbeddingSpace): string | null {
  if (table.dimension === 0 || isSameSpace(table, embedder)) return null;
  return `The index holds vectors of ${named(table)} and the embedder makes those of ${named(embedder)}. Run npm run reindex to make them again, or configure ${table.model}.`;
}

function named({ model, dimension }: EmbeddingSpace): string {
  return `${model} (${dimension} numbers)`;
}
