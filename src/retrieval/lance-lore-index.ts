import { mkdirSync } from 'node:fs';
import { type Connection, connect, Index, MultiMatchQuery, type Table } from '@lancedb/lancedb';
import { Bool, Field, Int32, Schema, Utf8 } from 'apache-arrow';
import type { LoreChunk, LoreHit, LoreIndex, LoreQuery } from './lore-index.ts';

const SCHEMA = new Schema([
  new Field('id', new Utf8(), false),
  new Field('pack_id', new Utf8(), false),
  new Field('hash', new Utf8(), false),
  new Field('title', new Utf8(), false),
  new Field('text', new Utf8(), false),
  new Field('tokens', new Int32(), false),
  new Field('is_hidden', new Bool(), false),
]);

/** A heading says more about a chunk than a sentence in it. */
const COLUMNS = ['title', 'text'];
const BOOSTS = [2, 1];
const LONGEST_QUERY = 2_000;

/** The lore index in a LanceDB folder: full text over title and body. */
export async function openLanceLoreIndex(folder: string): Promise<LoreIndex> {
  mkdirSync(folder, { recursive: true });
  const connection = await connect(folder);
  const table = await openTable(connection);
  // LanceDB doubles rows when the same ids are written at the same time, so writes go one after another.
  let writing: Promise<unknown> = Promise.resolve();
  return {
    put: (packId, hash, chunks) => {
      const written = writing.then(() => put(table, packId, hash, chunks));
      writing = written.catch(() => {});
      return written;
    },
    search: (query) => search(table, query),
    close: async () => {
      await writing;
      table.close();
      connection.close();
    },
  };
}

async function openTable(connection: Connection): Promise<Table> {
  const names = await connection.tableNames();
  return names.includes('lore') ? connection.openTable('lore') : connection.createEmptyTable('lore', SCHEMA);
}

async function put(
  table: Table,
  packId: string,
  hash: string,
  chunks: readonly LoreChunk[],
): Promise<'indexed' | 'unchanged'> {
  const ofPack = `pack_id = ${quoted(packId)}`;
  const outdated = `${ofPack} and hash <> ${quoted(hash)}`;
  const [held, stale] = await Promise.all([table.countRows(ofPack), table.countRows(outdated)]);
  if (stale === 0 && held === chunks.length) return 'unchanged';

  // What an interrupted run left under this hash goes first, so that nothing is ever there twice.
  await table.delete(`${ofPack} and hash = ${quoted(hash)}`);
  const rows = chunks.map(({ id, title, text, tokens, isHidden }) => ({
    id,
    pack_id: packId,
    hash,
    title,
    text,
    tokens,
    is_hidden: isHidden,
  }));
  if (rows.length > 0) await table.add(rows);
  await table.delete(outdated);
  await indexText(table);
  return 'indexed';
}

/** An index made on an empty table scores later rows wrongly, so it is made after the first rows and brought up to date after all others. */
async function indexText(table: Table): Promise<void> {
  if ((await table.countRows()) === 0) return;
  const existing = new Set((await table.listIndices()).flatMap((index) => index.columns));
  for (const column of COLUMNS) {
    if (!existing.has(column)) await table.createIndex(column, { config: Index.fts() });
  }
  await table.optimize();
}

async function search(table: Table, query: LoreQuery): Promise<readonly LoreHit[]> {
  const text = query.text.slice(0, LONGEST_QUERY).trim();
  if (text === '' || query.packIds.length === 0 || (await table.countRows()) === 0) return [];
  const packs = `pack_id in (${query.packIds.map(quoted).join(', ')})`;
  const rows = await table
    .query()
    // Never the bare string: quotes around it would make it a phrase query.
    .fullTextSearch(new MultiMatchQuery(text, COLUMNS, { boosts: BOOSTS }))
    .where(query.includeHidden ? packs : `${packs} and is_hidden = false`)
    .select(['id', 'pack_id', 'title', 'text', 'tokens', 'is_hidden', '_score'])
    .limit(query.limit)
    .toArray();
  return withinBudget(rows.map(hitOf), query.maxTokens);
}

function hitOf(row: Record<string, unknown>): LoreHit {
  const chunk = {
    id: String(row.id),
    packId: String(row.pack_id),
    title: String(row.title),
    text: String(row.text),
    tokens: Number(row.tokens),
    isHidden: row.is_hidden === true,
  };
  return { chunk, score: Number(row._score) };
}

function withinBudget(hits: readonly LoreHit[], maxTokens: number): LoreHit[] {
  let left = maxTokens;
  return hits.filter(({ chunk }) => {
    if (chunk.tokens > left) return false;
    left -= chunk.tokens;
    return true;
  });
}

/** A text as an SQL literal; LanceDB takes no parameters. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
