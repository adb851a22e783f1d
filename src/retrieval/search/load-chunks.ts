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
  scope: TableScope,
  ids: readonly string[],
): Promise<FoundChunk[]> {
  const table = await tables.serving(scope.table);
  if (table === null || ids.length === 0) return [];
  const wanted = combineAll(buildVisibleCondition(scope), scope.asked, matchValues('id', ids));
  const query = table.query().select([...LAYOUTS[scope.source].read]);
  return (await readRows(applyCondition(query, wanted))).map((row) => toFoundChunk(scope, row));
}

function toFoundChunk({ source, id }: TableScope, row: Row): FoundChunk {
  return source === 'authored' ? toFoundAuthored(id, row) : toFoundHistory(id, row);
}

type Tools = Pick<SearchDependencies, 'tables' | 'rows'> & { readonly findCached: FindCachedTable };

/** Loads the best ranked candidates as chunks. Leaves out those that no longer exist or may not be seen. */
export async function loadRankedChunks(
  tools: Tools,
  scopes: readonly TableScope[],
  ranked: readonly ScoredCandidate[],
  count: number,
): Promise<RankedChunk[]> {
  const best = ranked.slice(0, count);
  const candidates = best.map(({ candidate }) => candidate);
  const found = await Promise.all(scopes.map((scope) => loadScopeRows(tools, scope, candidates)));
  const chunks = new Map(found.flat());
  const signals = createSignalReader(ranked);
  return best.flatMap((scored) => {
    const chunk = chunks.get(toCandidateKey(scored.candidate));
    return chunk === undefined ? [] : { chunk, score: scored.score, signals: signals(scored) };
  });
}

async function loadScopeRows(
  tools: Tools,
  scope: TableScope,
  candidates: readonly Candidate[],
): Promise<[string, FoundChunk][]> {
  const own = candidates.filter(({ table }) => table === scope.table);
  const cached = own.length === 0 ? null : await tools.findCached(scope);
  const chunks =
    cached === null ? await readRowsWithCache(tools, scope, own) : readCachedRows(cached, scope, own);
  return chunks.map((chunk) => [toCandidateKey({ table: scope.table, id: chunk.id }), chunk]);
}

/**
 * Reads candidates from the cached table, and filters them all again. An overview that no ranking returned has not been
 * filtered yet.
 */
function readCachedRows(
  cached: CachedTable,
  scope: TableScope,
  candidates: readonly Candidate[],
): FoundChunk[] {
  const isAllowed = toPredicate(combineAll(buildVisibleCondition(scope), scope.asked));
  return candidates.flatMap(({ id }) => {
    const held = cached.get(id);
    return held === null || !isAllowed(held.row) ? [] : toFoundChunk(scope, held.row);
  });
}

async function readRowsWithCache(
  { tables, rows }: Tools,
  scope: TableScope,
  own: readonly Candidate[],
): Promise<FoundChunk[]> {
  const kept = (candidate: Candidate) =>
    // The filter has just let through what a ranking brought; an overview that no ranking returned was not filtered.
    scope.source === 'authored' && (candidate.fullText ?? candidate.cosine) !== null
      ? rows.get(cacheKeyOf(candidate.id))
      : undefined;
  const { generation = 0 } = tables.entry(scope.table) ?? {};
  const cacheKeyOf = (id: string) => `${scope.table} ${generation} ${id}`;
  const known = own.flatMap((candidate) => kept(candidate) ?? []);
  const ids = new Set(known.map(({ id }) => id));
  const missing = own.filter(({ id }) => !ids.has(id)).map(({ id }) => id);
  const read = await fetchRows(tables, scope, missing);
  if (scope.source === 'authored') for (const chunk of read) rows.set(cacheKeyOf(chunk.id), chunk);
  return [...known, ...read];
}

function createSignalReader(ranked: readonly ScoredCandidate[]): (scored: ScoredCandidate) => RankingSignals {
  const places = (value: (candidate: Candidate) => number | null) => {
    const given = ranked.flatMap(({ candidate }) => value(candidate) ?? []).toSorted((a, b) => b - a);
    return (raw: number) => given.indexOf(raw) + 1;
  };
  const byWords = places(({ fullText }) => fullText);
  const byMeaning = places(({ cosine }) => cosine);
  const signal = (raw: number | null, place: (raw: number) => number, share: number): RankingSignal | null =>
    raw === null ? null : { rank: place(raw), raw, share };
  return ({ candidate, fullTextShare, vectorShare, relationShare }) => ({
    fullText: signal(candidate.fullText, byWords, fullTextShare),
    vector: signal(candidate.cosine, byMeaning, vectorShare),
    kin: relationShare,
    inFocus: candidate.inFocus,
  });
}
