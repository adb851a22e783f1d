import type { Table } from '@lancedb/lancedb';
import {
  applyCondition,
  combineAll,
  matchSubjects,
  matchValues,
  type RowCondition,
  toPredicate,
} from '../index/condition.ts';
import { type Row, readRows, readSubjects, toVector } from '../index/rows.ts';
import { type CachedRow, type CachedTable, ROW_ID_COLUMN } from '../index/table-cache.ts';
import { LAYOUTS } from '../index/table-layout.ts';
import type { LanceTables } from '../index/tables.ts';
import type { LoreFocus } from '../lore-query.ts';
import type { Candidate, ScoredCandidate } from '../ranking/candidate.ts';
import { computeWordTrust } from '../ranking/fusion-weights.ts';
import { rankCandidates } from '../ranking/rank-candidates.ts';
import { computeCosine } from '../ranking/vector-math.ts';
import type { QueryVector } from './query-vector.ts';
import type { FindCachedTable, SearchDependencies } from './search.ts';
import {
  queryByVector,
  queryByWords,
  RELATION_COLUMNS,
  readRelations,
  type TableCandidates,
  type TableQuery,
} from './table-queries.ts';
import { buildVisibleCondition, countSharedSubjects, isEmptyFocus, type TableScope } from './table-scope.ts';

/** Candidates of a table that is too large to be held in memory: everything is asked of LanceDB. */
async function readCandidates(
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
  const [texts, trusted, meanings] = await Promise.all([
    inWords,
    inWords.then((rows) => readWordTrust(table, reach, asked, rows)),
    queryByVector(table, asked, wanted),
  ]);
  const found = new Map<string, Candidate>();
  for (const row of texts) found.set(String(row.id), candidateOf(row, reach));
  for (const row of meanings) {
    const candidate = candidateOf(row, reach);
    const fullText = found.get(candidate.id)?.fullText ?? null;
    found.set(candidate.id, { ...candidate, fullText });
  }
  return [...found.values()].map((one) => ({ ...one, wordTrust: trusted.get(one.id) ?? null }));
}

/** Number of best answers by words that are looked at for the question's words. */
const READ = 3;

async function readWordTrust(
  table: Table,
  { source }: TableScope,
  { words }: TableQuery,
  rows: readonly Row[],
): Promise<Map<string, number>> {
  const ids = rows.slice(0, READ).map(({ id }) => String(id));
  if (source !== 'authored' || ids.length === 0) return new Map();
  const query = table.query().select(['id', 'path', 'text']);
  const read = await readRows(applyCondition(query, matchValues('id', ids)));
  return new Map(read.map(({ id, path, text }) => [String(id), computeWordTrust(words, `${path} ${text}`)]));
}

function candidateOf(row: Row, { table, source }: TableScope): Candidate {
  return {
    id: String(row.id),
    table,
    kin: readRelations(row, source),
    fullText: typeof row._score === 'number' ? row._score : null,
    cosine: typeof row._distance === 'number' ? 1 - row._distance : null,
    vector: toVector(row.vector),
    wordTrust: null,
    inFocus: false,
  };
}

/** Filter that lets through only the rows of a cached table that meet a condition. */
type RowFilter = {
  readonly lets: (held: CachedRow) => boolean;
  /** The share of rows that are let through, by looking at some. */
  readonly share: number;
  /**
   * Returns the best-ranked rows that are let through: up to `limit` of them. Adds rows of `met` ranked below those, as
   * far as `depth`.
   */
  readonly best: (wanted: Wanted) => Promise<ScoredRow[]>;
};

type Wanted = {
  readonly limit: number;
  readonly depth: number;
  /** Rows that are let through. */
  readonly met: ReadonlySet<CachedRow>;
  /** Ranks rows and reads these columns. Without any it gives their places: reading ids takes as long as ranking. */
  readonly query: (
    condition: RowCondition | null,
    limit: number,
    columns: readonly string[],
  ) => Promise<Row[]>;
};

/**
 * Share of passing rows from which LanceDB gets no condition and a larger limit. With a condition it first collects
 * every matching row, which takes longer than the ranking itself.
 */
const MOST_PASS = 0.5;
const SPARE = 1.25;
const SAMPLE = 128;

/**
 * Creates a filter for a cached table. `known` is the share of rows that pass; without it, the share is estimated from
 * a sample.
 */
function createRowFilter(shelf: CachedTable, condition: RowCondition | null, known?: number): RowFilter {
  const isMet = toPredicate(condition);
  const lets = ({ row }: CachedRow) => isMet(row);
  const share = known ?? (condition === null ? 1 : shareOf(shelf, lets));
  // Every row is filtered here, with or without a condition in LanceDB's query.
  const sifted = (ranked: readonly RankedRow[], { limit, met }: Wanted): ScoredRow[] => {
    const found: ScoredRow[] = [];
    for (const { held, score } of ranked) {
      const isFound = held !== null && (found.length < limit ? lets(held) : met.has(held));
      if (isFound) found.push({ held, score });
    }
    return found;
  };
  return {
    lets,
    share,
    best: async (wanted) => {
      const { limit, depth, query } = wanted;
      if (condition !== null && share >= MOST_PASS) {
        const more = Math.ceil((depth * SPARE) / share);
        const ranked = await rankInTable(shelf, query, null, more);
        const found = sifted(ranked, wanted);
        if (ranked.length < more || found.length >= limit) return found;
      }
      return sifted(await rankInTable(shelf, query, condition, depth), wanted);
    },
  };
}

/** A row ranked by LanceDB; null when the cache does not have it. */
type RankedRow = { readonly held: CachedRow | null; readonly score: number };

/**
 * Ranks rows of a cached table. Optimising the table between the ranking and the look-up gives rows new places: the
 * ranking is then repeated with their ids, which stay.
 */
async function rankInTable(
  shelf: CachedTable,
  query: Wanted['query'],
  condition: RowCondition | null,
  limit: number,
): Promise<RankedRow[]> {
  const rows = await query(condition, limit, []);
  const placed = await shelf.at(rows.map((row) => Number(row[ROW_ID_COLUMN])));
  if (!placed.includes(null))
    return placed.map((held, number) => ({ held, score: Number(rows[number]?._score) }));
  const named = await query(condition, limit, ['id']);
  return named.map(({ id, _score }) => ({ held: shelf.get(String(id)), score: Number(_score) }));
}

/** Estimates the share of rows that pass from a sample of the whole table. */
function shareOf(shelf: CachedTable, lets: (held: CachedRow) => boolean): number {
  const some = shelf.some(SAMPLE);
  return some.length === 0 ? 0 : some.filter(lets).length / some.length;
}

type ScoredRow = { readonly held: CachedRow; readonly score: number };

/** Finds the rows nearest to a question of length 1, nearest first; none when it has no vector. */
function findNearest(
  shelf: CachedTable,
  rows: readonly CachedRow[],
  question: Float32Array | null,
  depth: number,
): ScoredRow[] {
  if (question === null) return [];
  const found = rows.flatMap((held): ScoredRow[] => {
    const vector = shelf.vectorOf(held);
    return vector === null ? [] : [{ held, score: computeCosine(question, vector) }];
  });
  return found.sort((a, b) => b.score - a.score || (a.held.id < b.held.id ? -1 : 1)).slice(0, depth);
}

/** More rows than needed, by so much: cosines of all are rough, and fewer may pass among the nearest than among all. */
const SPARE_NEAREST_OF = 2;

/**
 * Finds the nearest rows of a whole cached table that a filter lets through. Applies the filter only to rows that are
 * near enough.
 */
function findNearestInTable(
  shelf: CachedTable,
  { lets, share }: RowFilter,
  question: Float32Array | null,
  depth: number,
): ScoredRow[] {
  if (question === null) return [];
  const rows = shelf.all();
  const cosines = shelf.cosines(question);
  const passing = (most: number) => {
    const floor = floorOf(cosines, most);
    const found: CachedRow[] = [];
    for (let number = 0; number < cosines.length; number++) {
      const held = (cosines[number] ?? 0) >= floor ? rows[number] : undefined;
      if (held?.hasVector === true && lets(held)) found.push(held);
    }
    return found;
  };
  const likely = share === 0 ? rows.length : Math.ceil((depth * SPARE_NEAREST_OF) / share);
  const near = passing(likely);
  const isEnough = near.length >= depth || likely >= rows.length;
  return findNearest(shelf, isEnough ? near : passing(rows.length), question, depth);
}

const BUCKETS = 4_096;
const bucketOf = (cosine: number) => Math.floor(((cosine + 1) / 2) * (BUCKETS - 1));

/** Finds a cosine that at least `most` rows reach, and hardly more. Counting is many times as fast as sorting. */
function floorOf(cosines: Float32Array, most: number): number {
  const counts = new Uint32Array(BUCKETS);
  for (let number = 0; number < cosines.length; number++) {
    const bucket = bucketOf(cosines[number] ?? 0);
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  let left = most;
  for (let bucket = BUCKETS - 1; bucket >= 0; bucket--) {
    left -= counts[bucket] ?? 0;
    if (left <= 0) return (bucket / (BUCKETS - 1)) * 2 - 1;
  }
  return Number.NEGATIVE_INFINITY;
}

/** So many of the best by words are looked through for what the moment is about. */
const FOCUS_DEPTH = 1_000;
/** In a table of more rows than this, what hardly any of them are about is not met on the way and asked for by itself. */
const MOST_ON_THE_WAY = 10_000;
const RARE = 0.1;
const NAMED = 64;

/** Candidates of a table whose rows are held in memory: LanceDB is asked for the words alone. */
async function findCachedCandidates(
  shelf: CachedTable,
  reach: TableScope,
  asked: TableQuery,
  focus: LoreFocus,
): Promise<TableCandidates> {
  const sieve = createRowFilter(shelf, combineAll(buildVisibleCondition(reach), reach.asked));
  const about = shelf.about(focus).filter(sieve.lets);
  const met = new Set(about);
  const { depth } = asked;
  const query = (condition: RowCondition | null, limit: number, columns: readonly string[]) =>
    queryByWords(shelf.table, reach, asked, { condition, columns, limit });
  const isRare = shelf.size() > MOST_ON_THE_WAY && about.length <= shelf.size() * RARE;
  const far = isRare || about.length === 0 ? depth : Math.max(depth, FOCUS_DEPTH);
  const wanted = { limit: depth, depth, met, query };
  const nearby = asked.vector.then((question) => findNearest(shelf, about, question, depth));
  const [words, named, near, nearAbout] = await Promise.all([
    sieve.best({ ...wanted, depth: far }),
    isRare && about.length > 0
      ? createRowFilter(shelf, conditionOf(about, await nearby), about.length / shelf.size()).best(wanted)
      : null,
    asked.vector.then((question) => findNearestInTable(shelf, sieve, question, depth)),
    nearby,
  ]);
  const aboutIt = (named ?? words).filter(({ held }) => met.has(held));
  const bring = (texts: readonly ScoredRow[], meanings: readonly ScoredRow[]) =>
    candidatesOf({ shelf, reach, asked }, met, texts.slice(0, depth), meanings);
  return { wide: bring(words, near), narrow: bring(aboutIt, nearAbout) };
}

type Looking = { readonly shelf: CachedTable; readonly reach: TableScope; readonly asked: TableQuery };

/** Builds a condition by ids. LanceDB takes longer the more ids there are, so of many only the nearest are named. */
function conditionOf(about: readonly CachedRow[], nearby: readonly ScoredRow[]): RowCondition {
  const chosen =
    about.length <= NAMED || nearby.length === 0 ? about : nearby.slice(0, NAMED).map(({ held }) => held);
  return matchValues(
    'id',
    chosen.map(({ id }) => id),
  );
}

function candidatesOf(
  { shelf, reach, asked: { words, withVectors } }: Looking,
  inFocus: ReadonlySet<CachedRow>,
  texts: readonly ScoredRow[],
  meanings: readonly ScoredRow[],
): Candidate[] {
  const scores = new Map(texts.map(({ held, score }) => [held, score]));
  const cosines = new Map(meanings.map(({ held, score }) => [held, score]));
  const read = new Set(reach.source === 'authored' ? texts.slice(0, READ).map(({ held }) => held) : []);
  return [...new Set([...scores.keys(), ...cosines.keys()])].map((held) => ({
    id: held.id,
    table: reach.table,
    kin: readRelations(held.row, reach.source),
    fullText: scores.get(held) ?? null,
    cosine: cosines.get(held) ?? null,
    vector: withVectors ? shelf.vectorOf(held) : null,
    wordTrust: read.has(held) ? computeWordTrust(words, `${held.row.path} ${held.row.text}`) : null,
    inFocus: inFocus.has(held),
  }));
}

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
      wordTrust: null,
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
