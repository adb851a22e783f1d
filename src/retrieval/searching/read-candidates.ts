import type { Table } from '@lancedb/lancedb';
import { allOf, type Condition, isAbout, isOneOf } from '../lance/condition.ts';
import { type Row, rowsOf, vectorOf } from '../lance/row.ts';
import { narrowed } from '../lance/where.ts';
import type { Focus } from '../lore-query.ts';
import type { Candidate } from '../ranking/candidate.ts';
import { coverageOf } from '../ranking/coverage.ts';
import type { Asked, Brought } from './asked.ts';
import { byMeaning } from './by-meaning.ts';
import { byWords } from './by-words.ts';
import { isEmptyFocus } from './focus.ts';
import { KIN_COLUMNS, kinOf } from './kin-of.ts';
import { type Reach, visible } from './reach.ts';

/** Candidates of a table that is too large to be held in memory: everything is asked of LanceDB. */
export async function readCandidates(
  table: Table,
  reach: Reach,
  asked: Asked,
  focus: Focus,
): Promise<Brought> {
  const read = (narrower: Condition | null) => readUnder(table, reach, asked, narrower);
  const [wide, narrow] = await Promise.all([read(null), isEmptyFocus(focus) ? [] : read(isAbout(focus))]);
  const about = new Set(narrow.map(({ id }) => id));
  return {
    wide: wide.map((one) => ({ ...one, inFocus: about.has(one.id) })),
    narrow: narrow.map((one) => ({ ...one, inFocus: true })),
  };
}

/** Both rankings of one table, side by side, under one filter. */
async function readUnder(
  table: Table,
  reach: Reach,
  asked: Asked,
  narrower: Condition | null,
): Promise<Candidate[]> {
  const condition = allOf(visible(reach), reach.asked, narrower);
  const columns = ['id', ...KIN_COLUMNS[reach.source], ...(asked.withVectors ? ['vector'] : [])];
  const wanted = { condition, columns, limit: asked.depth };
  const inWords = byWords(table, reach, asked, wanted);
  const [texts, covered, meanings] = await Promise.all([
    inWords,
    inWords.then((rows) => coverages(table, reach, asked, rows)),
    byMeaning(table, asked, wanted),
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
  { source }: Reach,
  { words }: Asked,
  rows: readonly Row[],
): Promise<Map<string, number>> {
  const ids = rows.slice(0, READ).map(({ id }) => String(id));
  if (source !== 'authored' || ids.length === 0) return new Map();
  const query = table.query().select(['id', 'path', 'text']);
  const read = await rowsOf(narrowed(query, isOneOf('id', ids)));
  return new Map(read.map(({ id, path, text }) => [String(id), coverageOf(words, `${path} ${text}`)]));
}

function candidateOf(row: Row, { table, source }: Reach): Candidate {
  return {
    id: String(row.id),
    table,
    kin: kinOf(row, source),
    fullText: typeof row._score === 'number' ? row._score : null,
    cosine: typeof row._distance === 'number' ? 1 - row._distance : null,
    vector: vectorOf(row.vector),
    coverage: null,
    inFocus: false,
  };
}
