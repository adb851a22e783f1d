import { createLruCache, type LruCache } from '#engine/util/lru-cache.ts';
import { applyCondition, combineAll, matchValues, toPredicate } from '../index/condition.ts';
import { type Row, readRows, toFoundAuthored, toFoundHistory } from '../index/rows.ts';
import type { CachedTable } from '../index/table-cache.ts';
import { LAYOUTS } from '../index/table-layout.ts';
import type { LanceTables } from '../index/tables.ts';
import type { FoundChunk, RankingSignal, RankingSignals } from '../lore-result.ts';
import type { Candidate, ScoredCandidate } from '../ranking/candidate.ts';
import { toCandidateKey } from './rank-results.ts';
import type { FindCachedTable, SearchDependencies } from './search.ts';
import type { RankedChunk } from './select-and-explain.ts';
import { buildVisibleCondition, type TableScope } from './table-scope.ts';

/** Rows that were read lately. A scene asks for the same ones again and again, and they do not change. */
export type ChunkCache = LruCache<string, FoundChunk>;

const MAX_ROWS = 4_000;

export function createChunkCache(): ChunkCache {
  return createLruCache(MAX_ROWS);
}

/** Fetches the complete rows of these ids that the query may see. Applies the filter again: an id is no permission. */
async function fetchRows(
  tables: LanceTables,
  reach: TableScope,
  ids: readonly string[],
): Promise<FoundChunk[]> {
  const table = await tables.serving(reach.table);
  if (table === null || ids.length === 0) return [];
  const wanted = combineAll(buildVisibleCondition(reach), reach.asked, matchValues('id', ids));
  const query = table.query().select([...LAYOUTS[reach.source].read]);
  return (await readRows(applyCondition(query, wanted))).map((row) => toFoundChunk(reach, row));
}

function toFoundChunk({ source, id }: TableScope, row: Row): FoundChunk {
  return source === 'authored' ? toFoundAuthored(id, row) : toFoundHistory(id, row);
}

type Tools = Pick<SearchDependencies, 'tables' | 'rows'> & { readonly shelfOf: FindCachedTable };

/** Loads the best ranked candidates as chunks. Leaves out those that no longer exist or may not be seen. */
export async function loadRankedChunks(
  tools: Tools,
  reaches: readonly TableScope[],
  ranked: readonly ScoredCandidate[],
  count: number,
): Promise<RankedChunk[]> {
  const best = ranked.slice(0, count);
  const candidates = best.map(({ candidate }) => candidate);
  const found = await Promise.all(reaches.map((reach) => rowsOf(tools, reach, candidates)));
  const chunks = new Map(found.flat());
  const signals = signalsAmong(ranked);
  return best.flatMap((scored) => {
    const chunk = chunks.get(toCandidateKey(scored.candidate));
    return chunk === undefined ? [] : { chunk, score: scored.score, signals: signals(scored) };
  });
}

async function rowsOf(
  tools: Tools,
  reach: TableScope,
  candidates: readonly Candidate[],
): Promise<[string, FoundChunk][]> {
  const own = candidates.filter(({ table }) => table === reach.table);
  const shelf = own.length === 0 ? null : await tools.shelfOf(reach);
  const chunks = shelf === null ? await readRowsWithRows(tools, reach, own) : heldRows(shelf, reach, own);
  return chunks.map((chunk) => [toCandidateKey({ table: reach.table, id: chunk.id }), chunk]);
}

/**
 * Reads candidates from the cached table, and filters them all again. An overview that no ranking returned has not been
 * filtered yet.
 */
function heldRows(shelf: CachedTable, reach: TableScope, candidates: readonly Candidate[]): FoundChunk[] {
  const isAllowed = toPredicate(combineAll(buildVisibleCondition(reach), reach.asked));
  return candidates.flatMap(({ id }) => {
    const held = shelf.get(id);
    return held === null || !isAllowed(held.row) ? [] : toFoundChunk(reach, held.row);
  });
}

async function readRowsWithRows(
  { tables, rows }: Tools,
  reach: TableScope,
  own: readonly Candidate[],
): Promise<FoundChunk[]> {
  const kept = (candidate: Candidate) =>
    // The filter has just let through what a ranking brought; an overview that no ranking returned was not filtered.
    reach.source === 'authored' && (candidate.fullText ?? candidate.cosine) !== null
      ? rows.get(nameOf(candidate.id))
      : undefined;
  const { generation = 0 } = tables.entry(reach.table) ?? {};
  const nameOf = (id: string) => `${reach.table} ${generation} ${id}`;
  const known = own.flatMap((candidate) => kept(candidate) ?? []);
  const ids = new Set(known.map(({ id }) => id));
  const missing = own.filter(({ id }) => !ids.has(id)).map(({ id }) => id);
  const read = await fetchRows(tables, reach, missing);
  if (reach.source === 'authored') for (const chunk of read) rows.set(nameOf(chunk.id), chunk);
  return [...known, ...read];
}

function signalsAmong(ranked: readonly ScoredCandidate[]): (scored: ScoredCandidate) => RankingSignals {
  const places = (value: (candidate: Candidate) => number | null) => {
    const given = ranked.flatMap(({ candidate }) => value(candidate) ?? []).toSorted((a, b) => b - a);
    return (raw: number) => given.indexOf(raw) + 1;
  };
  const byWords = places(({ fullText }) => fullText);
  const byMeaning = places(({ cosine }) => cosine);
  const signal = (raw: number | null, place: (raw: number) => number, share: number): RankingSignal | null =>
    raw === null ? null : { rank: place(raw), raw, share };
  return ({ candidate, fullTextShare, vectorShare, kinShare }) => ({
    fullText: signal(candidate.fullText, byWords, fullTextShare),
    vector: signal(candidate.cosine, byMeaning, vectorShare),
    kin: kinShare,
    inFocus: candidate.inFocus,
  });
}
