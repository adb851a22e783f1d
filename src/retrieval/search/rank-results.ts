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
import { LAYOUTS, languageOf } from '../index/table-layout.ts';
import type { LanceTables } from '../index/tables.ts';
import type { LoreFocus } from '../lore-query.ts';
import type { Candidate, ScoredCandidate } from '../ranking/candidate.ts';
import { extractContentWords } from '../ranking/content-words.ts';
import { rankCandidates } from '../ranking/rank-candidates.ts';
import { computeWordTrust } from '../ranking/vector-share.ts';
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
  scope: TableScope,
  asked: TableQuery,
  focus: LoreFocus,
): Promise<TableCandidates> {
  const read = (narrower: RowCondition | null) => rankUnder(table, scope, asked, narrower);
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
async function rankUnder(
  table: Table,
  scope: TableScope,
  asked: TableQuery,
  narrower: RowCondition | null,
): Promise<Candidate[]> {
  const condition = combineAll(buildVisibleCondition(scope), scope.asked, narrower);
  const columns = ['id', ...RELATION_COLUMNS[scope.source], ...(asked.withVectors ? ['vector'] : [])];
  const wanted = { condition, columns, limit: asked.depth };
  const inWords = queryByWords(table, scope, asked, wanted);
  const [texts, trusted, meanings] = await Promise.all([
    inWords,
    inWords.then((rows) => readWordTrust(table, scope, asked, rows)),
    queryByVector(table, asked, wanted),
  ]);
  const found = new Map<string, Candidate>();
  for (const row of texts) found.set(String(row.id), toCandidate(row, scope));
  for (const row of meanings) {
    const candidate = toCandidate(row, scope);
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

function toCandidate(row: Row, { table, source }: TableScope): Candidate {
  return {
    id: String(row.id),
    table,
    relations: readRelations(row, source),
    fullText: typeof row._score === 'number' ? row._score : null,
    cosine: typeof row._distance === 'number' ? 1 - row._distance : null,
    vector: toVector(row.vector),
    wordTrust: null,
    inFocus: false,
  };
}

/** Filter that lets through only the rows of a cached table that meet a condition. */
type RowFilter = {
  readonly allows: (held: CachedRow) => boolean;
  /** The share of rows that are let through, by looking at some. */
  readonly share: number;
  /**
   * Returns the best-ranked rows that are let through: up to `limit` of them. Adds rows of `focused` ranked below those, as
   * far as `depth`.
   */
  readonly best: (wanted: Wanted) => Promise<ScoredRow[]>;
};

type Wanted = {
  readonly limit: number;
  readonly depth: number;
  /** Rows that are let through. */
  readonly focused: ReadonlySet<CachedRow>;
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
function createRowFilter(cached: CachedTable, condition: RowCondition | null, known?: number): RowFilter {
  const isMet = toPredicate(condition);
  const allows = ({ row }: CachedRow) => isMet(row);
  const share = known ?? (condition === null ? 1 : estimateShare(cached, allows));
  // Every row is filtered here, with or without a condition in LanceDB's query.
  const keepAllowed = (ranked: readonly RankedRow[], { limit, focused }: Wanted): ScoredRow[] => {
    const found: ScoredRow[] = [];
    for (const { held, score } of ranked) {
      const isFound = held !== null && (found.length < limit ? allows(held) : focused.has(held));
      if (isFound) found.push({ held, score });
    }
    return found;
  };
  return {
    allows,
    share,
    best: async (wanted) => {
      const { limit, depth, query } = wanted;
      if (condition !== null && share >= MOST_PASS) {
        const more = Math.ceil((depth * SPARE) / share);
        const ranked = await rankInTable(cached, query, null, more);
        const found = keepAllowed(ranked, wanted);
        if (ranked.length < more || found.length >= limit) return found;
      }
      return keepAllowed(await rankInTable(cached, query, condition, depth), wanted);
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
  cached: CachedTable,
  query: Wanted['query'],
  condition: RowCondition | null,
  limit: number,
): Promise<RankedRow[]> {
  const rows = await query(condition, limit, []);
  const placed = await cached.at(rows.map((row) => Number(row[ROW_ID_COLUMN])));
  if (!placed.includes(null))
    return placed.map((held, number) => ({ held, score: Number(rows[number]?._score) }));
  const named = await query(condition, limit, ['id']);
  return named.map(({ id, _score }) => ({ held: cached.get(String(id)), score: Number(_score) }));
}

/** Estimates the share of rows that pass from a sample of the whole table. */
function estimateShare(cached: CachedTable, allows: (held: CachedRow) => boolean): number {
  const some = cached.some(SAMPLE);
  return some.length === 0 ? 0 : some.filter(allows).length / some.length;
}

type ScoredRow = { readonly held: CachedRow; readonly score: number };

/** Finds the rows nearest to a question of length 1, nearest first; none when it has no vector. */
function findNearest(
  cached: CachedTable,
  rows: readonly CachedRow[],
  question: Float32Array | null,
  depth: number,
): ScoredRow[] {
  if (question === null) return [];
  const found = rows.flatMap((held): ScoredRow[] => {
    const score = cached.cosine(held, question);
    return score === null ? [] : [{ held, score }];
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
  cached: CachedTable,
  { allows, share }: RowFilter,
  question: Float32Array | null,
  depth: number,
): ScoredRow[] {
  if (question === null) return [];
  const rows = cached.all();
  const cosines = cached.cosines(question);
  const passing = (most: number) => {
    const floor = findFloor(cosines, most);
    const found: CachedRow[] = [];
    for (let number = 0; number < cosines.length; number++) {
      const held = (cosines[number] ?? 0) >= floor ? rows[number] : undefined;
      if (held?.hasVector === true && allows(held)) found.push(held);
    }
    return found;
  };
  const likely = share === 0 ? rows.length : Math.ceil((depth * SPARE_NEAREST_OF) / share);
  const near = passing(likely);
  const isEnough = near.length >= depth || likely >= rows.length;
  return findNearest(cached, isEnough ? near : passing(rows.length), question, depth);
}

const BUCKETS = 4_096;
const bucketOf = (cosine: number) => Math.floor(((cosine + 1) / 2) * (BUCKETS - 1));

/** Finds a cosine that at least `most` rows scope, and hardly more. Counting is many times as fast as sorting. */
function findFloor(cosines: Float32Array, most: number): number {
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
/** In larger tables, rows of a rare focus are seldom among the best and are queried for separately. */
const MOST_ON_THE_WAY = 10_000;
const RARE = 0.1;
const NAMED = 64;

/** Candidates of a table whose rows are held in memory: LanceDB is asked for the words alone. */
async function findCachedCandidates(
  cached: CachedTable,
  scope: TableScope,
  asked: TableQuery,
  focus: LoreFocus,
): Promise<TableCandidates> {
  const filter = createRowFilter(cached, combineAll(buildVisibleCondition(scope), scope.asked));
  const about = cached.about(focus).filter(filter.allows);
  const focused = new Set(about);
  const { depth } = asked;
  const query = (condition: RowCondition | null, limit: number, columns: readonly string[]) =>
    queryByWords(cached.table, scope, asked, { condition, columns, limit });
  const isRare = cached.all().length > MOST_ON_THE_WAY && about.length <= cached.all().length * RARE;
  const far = isRare || about.length === 0 ? depth : Math.max(depth, FOCUS_DEPTH);
  const wanted = { limit: depth, depth, focused, query };
  const nearby = asked.vector.then((question) => findNearest(cached, about, question, depth));
  const [words, named, near, nearAbout] = await Promise.all([
    filter.best({ ...wanted, depth: far }),
    isRare && about.length > 0
      ? createRowFilter(
          cached,
          buildIdCondition(about, await nearby),
          about.length / cached.all().length,
        ).best(wanted)
      : null,
    asked.vector.then((question) => findNearestInTable(cached, filter, question, depth)),
    nearby,
  ]);
  const question = await asked.vector;
  const aboutIt = (named ?? words).filter(({ held }) => focused.has(held));
  const bring = (texts: readonly ScoredRow[], meanings: readonly ScoredRow[]) =>
    toCandidates({ cached, scope, asked, question }, focused, texts.slice(0, depth), meanings);
  return { wide: bring(words, near), narrow: bring(aboutIt, nearAbout) };
}

type Looking = {
  readonly cached: CachedTable;
  readonly scope: TableScope;
  readonly asked: TableQuery;
  readonly question: Float32Array | null;
};

/** Builds a condition by ids. LanceDB takes longer the more ids there are, so of many only the nearest are named. */
function buildIdCondition(about: readonly CachedRow[], nearby: readonly ScoredRow[]): RowCondition {
  const chosen =
    about.length <= NAMED || nearby.length === 0 ? about : nearby.slice(0, NAMED).map(({ held }) => held);
  return matchValues(
    'id',
    chosen.map(({ id }) => id),
  );
}

function toCandidates(
  { cached, scope, asked: { words, withVectors }, question }: Looking,
  inFocus: ReadonlySet<CachedRow>,
  texts: readonly ScoredRow[],
  meanings: readonly ScoredRow[],
): Candidate[] {
  const scores = new Map(texts.map(({ held, score }) => [held, score]));
  const cosines = new Map(meanings.map(({ held, score }) => [held, score]));
  const read = new Set(scope.source === 'authored' ? texts.slice(0, READ).map(({ held }) => held) : []);
  return [...new Set([...scores.keys(), ...cosines.keys()])].map((held) => ({
    id: held.id,
    table: scope.table,
    relations: readRelations(held.row, scope.source),
    fullText: scores.get(held) ?? null,
    cosine: cosines.get(held) ?? null,
    vector: withVectors && question !== null ? cached.nearestVector(held, question) : null,
    wordTrust: read.has(held) ? computeWordTrust(words, `${held.row.path} ${held.row.text}`) : null,
    inFocus: inFocus.has(held),
  }));
}

type Question = {
  readonly text: string;
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
    findCached,
  }: Pick<SearchDependencies, 'tables' | 'weights'> & { readonly findCached: FindCachedTable },
  scopes: readonly TableScope[],
  { text, queried, focus, limit }: Question,
): Promise<ScoredCandidate[]> {
  const bring = async (scope: TableScope): Promise<TableCandidates> => {
    const table = await tables.serving(scope.table);
    if (table === null) return { wide: [], narrow: [] };
    const vector = queried.then(({ vector, comparable }) => (comparable.has(scope.table) ? vector : null));
    const { dimension = 0, rows = 0, vectors = 0 } = tables.entry(scope.table) ?? {};
    const withVectors = scope.source === 'authored' && dimension > 0 && weights.authored.feedback > 0;
    const { depth } = weights[scope.source];
    const words = extractContentWords(text, await languageOf(table));
    const asked = { words, vector, depth, withVectors, isEmbedded: vectors > 0 && vectors >= rows / 2 };
    const cached = await findCached(scope);
    return cached === null
      ? readCandidates(table, scope, asked, focus)
      : findCachedCandidates(cached, scope, asked, focus);
  };
  const brought = await Promise.all(scopes.map(bring));
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

type Tools = { readonly tables: LanceTables; readonly findCached: FindCachedTable };

const DEPTH = 200;

/** Ranks by the focus alone, for an empty question: chunks that share the most subjects come first. */
export async function rankByFocus(
  tools: Tools,
  scopes: readonly TableScope[],
  focus: LoreFocus,
): Promise<ScoredCandidate[]> {
  if (isEmptyFocus(focus)) return [];
  const found = await Promise.all(scopes.map((scope) => scoreByFocus(tools, scope, focus)));
  const scored = found.flat();
  const most = Math.max(1, ...scored.map(({ score }) => score));
  return scored
    .map((each) => ({ ...each, score: each.score / most }))
    .toSorted((a, b) => b.score - a.score || (a.candidate.id < b.candidate.id ? -1 : 1));
}

async function scoreByFocus(tools: Tools, scope: TableScope, focus: LoreFocus): Promise<ScoredCandidate[]> {
  const rows = await listFocusRows(tools, scope, focus);
  return rows.map((row) => ({
    candidate: {
      id: String(row.id),
      table: scope.table,
      relations: { source: 'authored', parentId: null },
      fullText: null,
      cosine: null,
      vector: null,
      wordTrust: null,
      inFocus: true,
    },
    score: countSharedSubjects(focus, readSubjects(row)),
    fullTextShare: 0,
    vectorShare: 0,
    relationShare: 0,
  }));
}

async function listFocusRows(tools: Tools, scope: TableScope, focus: LoreFocus): Promise<Row[]> {
  const layout = LAYOUTS[scope.source];
  const cached = await tools.findCached(scope);
  const allowed = combineAll(buildVisibleCondition(scope), scope.asked);
  if (cached !== null) {
    const held = cached.about(focus).map(({ row }) => row);
    return held.filter(toPredicate(allowed));
  }
  const table = await tools.tables.serving(scope.table);
  if (table === null) return [];
  const query = table.query().select(['id', ...layout.labels]);
  return readRows(applyCondition(query, combineAll(allowed, matchSubjects(focus))).limit(DEPTH));
}
