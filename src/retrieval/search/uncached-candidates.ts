import type { Table } from '@lancedb/lancedb';
import {
  applyCondition,
  combineAll,
  matchSubjects,
  matchValues,
  type RowCondition,
} from '../index/condition.ts';
import { type Row, readRows, toVector } from '../index/rows.ts';
import type { LoreFocus } from '../lore-query.ts';
import type { Candidate } from '../ranking/candidate.ts';
import { computeCoverage } from '../ranking/rank-candidates.ts';
import {
  queryByVector,
  queryByWords,
  RELATION_COLUMNS,
  readRelations,
  type TableCandidates,
  type TableQuery,
} from './table-queries.ts';
import { buildVisibleCondition, isEmptyFocus, type TableScope } from './table-scope.ts';

/** Candidates of a table that is too large to be held in memory: everything is asked of LanceDB. */
export async function readCandidates(
  table: Table,
  reach: TableScope,
  asked: TableQuery,
  focus: LoreFocus,
): Promise<TableCandidates> {
  const read = (narrower: RowCondition | null) => readUnder(table, reach, asked, narrower);
  const [wide, narrow] = await Promise.all([
    read(null),
    isEmptyFocus(focus) ? [] : read(matchSubjects(focus)),
  ]);
  const about = new Set(narrow.map(({ id }) => id));
  return {
    wide: wide.map((one) => ({ ...one, inFocus: about.has(one.id) })),
    narrow: narrow.map((one) => ({ ...one, inFocus: true })),
  };
}

/** Runs both rankings of one table in parallel under one filter. */
async function readUnder(
  table: Table,
  reach: TableScope,
  asked: TableQuery,
  narrower: RowCondition | null,
): Promise<Candidate[]> {
  const condition = combineAll(buildVisibleCondition(reach), reach.asked, narrower);
  const columns = ['id', ...RELATION_COLUMNS[reach.source], ...(asked.withVectors ? ['vector'] : [])];
  const wanted = { condition, columns, limit: asked.depth };
  const inWords = queryByWords(table, reach, asked, wanted);
  const [texts, covered, meanings] = await Promise.all([
    inWords,
    inWords.then((rows) => coverages(table, reach, asked, rows)),
    queryByVector(table, asked, wanted),
  ]);
  const found = new Map<string, Candidate>();
  for (const row of texts) found.set(String(row.id), candidateOf(row, reach));
  for (const row of meanings) {
    const candidate = candidateOf(row, reach);
    const fullText = found.get(candidate.id)?.fullText ?? null;
    found.set(candidate.id, { ...candidate, fullText });
  }
  return [...found.values()].map((one) => ({ ...one, coverage: covered.get(one.id) ?? null }));
}

/** So many of the best by words are read to see how much of the question they cover. */
const READ = 3;

async function coverages(
  table: Table,
  { source }: TableScope,
  { words }: TableQuery,
  rows: readonly Row[],
): Promise<Map<string, number>> {
  const ids = rows.slice(0, READ).map(({ id }) => String(id));
  if (source !== 'authored' || ids.length === 0) return new Map();
  const query = table.query().select(['id', 'path', 'text']);
  const read = await readRows(applyCondition(query, matchValues('id', ids)));
  return new Map(read.map(({ id, path, text }) => [String(id), computeCoverage(words, `${path} ${text}`)]));
}

function candidateOf(row: Row, { table, source }: TableScope): Candidate {
  return {
    id: String(row.id),
    table,
    kin: readRelations(row, source),
    fullText: typeof row._score === 'number' ? row._score : null,
    cosine: typeof row._distance === 'number' ? 1 - row._distance : null,
    vector: toVector(row.vector),
    coverage: null,
    inFocus: false,
  };
}
