import { LAYOUTS } from '../lance/columns.ts';
import { allOf, isAbout } from '../lance/condition.ts';
import { predicateOf } from '../lance/predicate.ts';
import { type Row, rowsOf, subjectsOf } from '../lance/row.ts';
import type { Tables } from '../lance/tables.ts';
import { narrowed } from '../lance/where.ts';
import type { Focus } from '../lore-query.ts';
import type { Scored } from '../ranking/candidate.ts';
import { isEmptyFocus, shared } from './focus.ts';
import { type Reach, visible } from './reach.ts';
import type { ShelfOf } from './search.ts';

type Tools = { readonly tables: Tables; readonly shelfOf: ShelfOf };

const DEPTH = 200;

/** When nothing is asked: what is about the most parts of the focus comes first. */
export async function rankByFocus(tools: Tools, reaches: readonly Reach[], focus: Focus): Promise<Scored[]> {
  if (isEmptyFocus(focus)) return [];
  const found = await Promise.all(reaches.map((reach) => scoredAbout(tools, reach, focus)));
  const scored = found.flat();
  const most = Math.max(1, ...scored.map(({ score }) => score));
  return scored
    .map((each) => ({ ...each, score: each.score / most }))
    .toSorted((a, b) => b.score - a.score || (a.candidate.id < b.candidate.id ? -1 : 1));
}

async function scoredAbout(tools: Tools, reach: Reach, focus: Focus): Promise<Scored[]> {
  const rows = await rowsAbout(tools, reach, focus);
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

async function rowsAbout(tools: Tools, reach: Reach, focus: Focus): Promise<Row[]> {
  const layout = LAYOUTS[reach.source];
  const shelf = await tools.shelfOf(reach);
  const allowed = allOf(visible(reach), reach.asked);
  if (shelf !== null) {
    const held = shelf.about(focus).map(({ row }) => row);
    return held.filter(predicateOf(allowed));
  }
  const table = await tools.tables.serving(reach.table);
  if (table === null) return [];
  const query = table.query().select(['id', ...layout.labels]);
  return rowsOf(narrowed(query, allOf(allowed, isAbout(focus))).limit(DEPTH));
}
