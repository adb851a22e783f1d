import { applyCondition, combineAll, matchSubjects, toPredicate } from '../index/condition.ts';
import { type Row, readRows, readSubjects } from '../index/rows.ts';
import { LAYOUTS } from '../index/table-layout.ts';
import type { LanceTables } from '../index/tables.ts';
import type { LoreFocus } from '../lore-query.ts';
import type { Candidate, ScoredCandidate } from '../ranking/candidate.ts';
import { rankCandidates } from '../ranking/rank-candidates.ts';
import { findCachedCandidates } from './cached-candidates.ts';
import type { QueryVector } from './query-vector.ts';
import type { FindCachedTable, SearchDependencies } from './search.ts';
import type { TableCandidates } from './table-queries.ts';
import { buildVisibleCondition, countSharedSubjects, isEmptyFocus, type TableScope } from './table-scope.ts';
import { readCandidates } from './uncached-candidates.ts';

type Question = {
  readonly words: readonly string[];
  /** On its way: the full text does not wait for it. */
  readonly queried: Promise<QueryVector>;
  readonly focus: LoreFocus;
  readonly limit: number;
};

/** Ranks candidates by text and vector, best first. */
export async function rankByText(
  {
    tables,
    weights,
    shelfOf,
  }: Pick<SearchDependencies, 'tables' | 'weights'> & { readonly shelfOf: FindCachedTable },
  reaches: readonly TableScope[],
  { words, queried, focus, limit }: Question,
): Promise<ScoredCandidate[]> {
  const bring = async (reach: TableScope): Promise<TableCandidates> => {
    const table = await tables.serving(reach.table);
    if (table === null) return { wide: [], narrow: [] };
    const vector = queried.then(({ vector, comparable }) => (comparable.has(reach.table) ? vector : null));
    const { dimension = 0, rows = 0, vectors = 0 } = tables.entry(reach.table) ?? {};
    const withVectors = reach.source === 'authored' && dimension > 0 && weights.authored.echo > 0;
    const { depth } = weights[reach.source];
    const asked = { words, vector, depth, withVectors, isEmbedded: vectors > 0 && vectors >= rows / 2 };
    const shelf = await shelfOf(reach);
    return shelf === null
      ? readCandidates(table, reach, asked, focus)
      : findCachedCandidates(shelf, reach, asked, focus);
  };
  const brought = await Promise.all(reaches.map(bring));
  const candidates = withFocus(
    brought.flatMap(({ wide }) => wide),
    brought.flatMap(({ narrow }) => narrow),
    limit,
  );
  const { vector } = await queried;
  return rankCandidates(candidates, weights, vector, limit);
}

/** Adds the best candidates in the focus. In a large corpus the best of all may otherwise crowd them out. */
function withFocus(wide: readonly Candidate[], narrow: readonly Candidate[], limit: number): Candidate[] {
  if (wide.filter(({ inFocus }) => inFocus).length >= limit) return [...wide];
  return [...new Map([...narrow, ...wide].map((one) => [toCandidateKey(one), one])).values()];
}

/** Names a row among all tables. */
export function toCandidateKey({ table, id }: Pick<Candidate, 'table' | 'id'>): string {
  return `${table} ${id}`;
}

type Tools = { readonly tables: LanceTables; readonly shelfOf: FindCachedTable };

const DEPTH = 200;

/** Ranks by the focus alone, for an empty question: chunks that share the most subjects come first. */
export async function rankByFocus(
  tools: Tools,
  reaches: readonly TableScope[],
  focus: LoreFocus,
): Promise<ScoredCandidate[]> {
  if (isEmptyFocus(focus)) return [];
  const found = await Promise.all(reaches.map((reach) => scoredAbout(tools, reach, focus)));
  const scored = found.flat();
  const most = Math.max(1, ...scored.map(({ score }) => score));
  return scored
    .map((each) => ({ ...each, score: each.score / most }))
    .toSorted((a, b) => b.score - a.score || (a.candidate.id < b.candidate.id ? -1 : 1));
}

async function scoredAbout(tools: Tools, reach: TableScope, focus: LoreFocus): Promise<ScoredCandidate[]> {
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
    score: countSharedSubjects(focus, readSubjects(row)),
    fullTextShare: 0,
    vectorShare: 0,
    kinShare: 0,
  }));
}

async function rowsAbout(tools: Tools, reach: TableScope, focus: LoreFocus): Promise<Row[]> {
  const layout = LAYOUTS[reach.source];
  const shelf = await tools.shelfOf(reach);
  const allowed = combineAll(buildVisibleCondition(reach), reach.asked);
  if (shelf !== null) {
    const held = shelf.about(focus).map(({ row }) => row);
    return held.filter(toPredicate(allowed));
  }
  const table = await tools.tables.serving(reach.table);
  if (table === null) return [];
  const query = table.query().select(['id', ...layout.labels]);
  return readRows(applyCondition(query, combineAll(allowed, matchSubjects(focus))).limit(DEPTH));
}
