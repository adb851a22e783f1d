import { setImmediate as nextTick } from 'node:timers/promises';
import { makeArrowTable, type Table } from '@lancedb/lancedb';
import { removeWordEnds } from '../ranking/content-words.ts';
import { matchValues, toSql } from './condition.ts';
import { copyRow, listEmbeddedTexts, type Row } from './rows.ts';

/** Reads the next complete rows that have no vector yet. */
export async function readRowsWithoutVector(table: Table, limit: number): Promise<Row[]> {
  const rows: Row[] = await table.query().where('vector is null').limit(limit).toArray();
  return rows.map(copyRow);
}

/** Lists the embedded texts of a row: the text alone for history, pieces under their headings for a chunk of a pack. */
export function readEmbeddedTexts({ path, text }: Row): readonly string[] {
  if (path === undefined) return [String(text)];
  return listEmbeddedTexts({ title: String(path), text: removeWordEnds(String(text)) });
}

/** Filters the rows whose text the table still holds. Others may have been replaced while their vectors were made. */
export async function filterUnchangedRows(table: Table, rows: readonly Row[]): Promise<Row[]> {
  const ids = rows.map(({ id }) => String(id));
  const held: Row[] = await table
    .query()
    .where(toSql(matchValues('id', ids)))
    .select(['id', 'text_hash'])
    .toArray();
  const hashes = new Map(held.map((row) => [String(row.id), String(row.text_hash)]));
  return rows.filter((row) => hashes.get(String(row.id)) === row.text_hash);
}

/** Turning more rows into Arrow at once would hold up everything else the process does. */
const SLICE = 128;

/** Puts rows in the place of those with the same ids, in one write: each looks at the ids of the whole table. Gives the version it made. */
export async function mergeRows(table: Table, rows: readonly Row[]): Promise<number> {
  const schema = await table.schema();
  const [first, ...others] = await slicesOf(rows, (slice) => makeArrowTable([...slice], { schema }));
  if (first === undefined) return table.version();
  const merge = table.mergeInsert('id').whenMatchedUpdateAll().whenNotMatchedInsertAll();
  return (await merge.execute(first.concat(...others))).version;
}

async function slicesOf<Made>(rows: readonly Row[], make: (slice: readonly Row[]) => Made): Promise<Made[]> {
  const made: Made[] = [];
  for (let start = 0; start < rows.length; start += SLICE) {
    if (start > 0) await nextTick();
    made.push(make(rows.slice(start, start + SLICE)));
  }
  return made;
}

const PAGE = 512;

/** Reads every row of a table without its vector, page by page. */
export async function* readTablePages(table: Table): AsyncGenerator<Row[]> {
  const count = await table.countRows();
  for (let offset = 0; offset < count; offset += PAGE) {
    const rows: Row[] = await table.query().limit(PAGE).offset(offset).toArray();
    yield rows.map(copyRow).map(({ vector, pieces, ...row }) => row);
  }
}
