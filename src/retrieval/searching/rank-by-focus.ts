import { type Row, subjectsOf } from '../lance/row.ts';
import type { Tables } from '../lance/tables.ts';
import { allOf, isAbout } from '../lance/where.ts';
import type { Focus } from '../lore-query.ts';
import type { Scored } from '../ranking/candidate.ts';
import { isEmptyFocus, shared } from './focus.ts';
import { type Reach, visible } from './reach.ts';

const DEPTH = 200;

/** When nothing is asked: what is about the most parts of the focus comes first. */
export async function rankByFocus(
  tables: Tables,
  reaches: readonly Reach[],
  focus: Focus,
): Promise<Scored[]> {
  if (isEmptyFocus(focus)) return [];
  const found = await Promise.all(reaches.map((reach) => rowsAbout(tables, reach, focus)));
  const scored = found.flat();
  const most = Math.max(1, ...scored.map(({ score }) => score));
  return scored
    .map((each) => ({ ...each, score: each.score / most }))
    .toSorted((a, b) => b.score - a.score || (a.candidate.id < b.candidate.id ? -1 : 1));
}

async function rowsAbout(tables: Tables, reach: Reach, focus: Focus): Promise<Scored[]> {
  const table = await tables.serving(reach.table);
  if (table === null) return [];
  const where = allOf(visible(reach), reach.asked, isAbout(focus)) ?? '';
  const columns = ['id', 'entity_ids', 'location_ids', 'faction_ids', 'thread_ids', 'tags'];
  const rows: Row[] = await table.query().where(where).select(columns).limit(DEPTH).toArray();
  return rows.map((row) => ({
    candidate: {
      id: String(row.id),
      table: reach.table,
      kin: { source: 'authored', parentId: null },
      fullText: null,
      cosine: null,
      vector: null,
      coverage: null,
      inFocus: true,
    },
    score: shared(focus, subjectsOf(row)),
    fullTextShare: 0,
    vectorShare: 0,
    kinShare: 0,
  }));
}
