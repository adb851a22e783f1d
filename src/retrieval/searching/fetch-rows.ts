import { foundAuthored } from '../lance/authored-row.ts';
import { LAYOUTS } from '../lance/columns.ts';
import { allOf, isOneOf } from '../lance/condition.ts';
import { foundHistory } from '../lance/history-row.ts';
import { type Row, rowsOf } from '../lance/row.ts';
import type { Tables } from '../lance/tables.ts';
import { narrowed } from '../lance/where.ts';
import type { FoundChunk } from '../lore-result.ts';
import { type Reach, visible } from './reach.ts';

/** The rows of these ids that the query may see, whole. The filter is asked again: an id is no permission. */
export async function fetchRows(tables: Tables, reach: Reach, ids: readonly string[]): Promise<FoundChunk[]> {
  const table = await tables.serving(reach.table);
  if (table === null || ids.length === 0) return [];
  const wanted = allOf(visible(reach), reach.asked, isOneOf('id', ids));
  const query = table.query().select([...LAYOUTS[reach.source].read]);
  return (await rowsOf(narrowed(query, wanted))).map((row) => foundIn(reach, row));
}

export function foundIn({ source, id }: Reach, row: Row): FoundChunk {
  return source === 'authored' ? foundAuthored(id, row) : foundHistory(id, row);
}
