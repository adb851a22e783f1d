import { foundAuthored } from '../lance/authored-row.ts';
import { foundHistory } from '../lance/history-row.ts';
import type { Row } from '../lance/row.ts';
import type { Tables } from '../lance/tables.ts';
import { allOf, isOneOf } from '../lance/where.ts';
import type { FoundChunk } from '../lore-result.ts';
import { type Reach, visible } from './reach.ts';

const COLUMNS = {
  authored: ['id', 'path', 'text', 'tokens', 'is_hidden', 'type'],
  history: ['id', 'kind', 'session_id', 'scene_index', 'owner_id', 'title', 'text', 'tokens'],
} as const;
const SUBJECTS = ['entity_ids', 'location_ids', 'faction_ids', 'thread_ids', 'tags'];

/** The rows of these ids that the query may see, whole. The filter is asked again: an id is no permission. */
export async function fetchRows(tables: Tables, reach: Reach, ids: readonly string[]): Promise<FoundChunk[]> {
  const table = await tables.serving(reach.table);
  if (table === null || ids.length === 0) return [];
  const where = allOf(visible(reach), reach.asked, isOneOf('id', ids));
  const rows: Row[] = await table
    .query()
    .where(where ?? '')
    .select([...COLUMNS[reach.source], ...SUBJECTS])
    .toArray();
  return rows.map((row) =>
    reach.source === 'authored' ? foundAuthored(reach.id, row) : foundHistory(reach.id, row),
  );
}
