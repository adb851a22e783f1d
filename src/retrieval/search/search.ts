import type { Embedder } from '../embedding/embedder.ts';
import type { CachedTable } from '../index/table-cache.ts';
import { LAYOUTS } from '../index/table-layout.ts';
import type { LanceTables } from '../index/tables.ts';
import type { ExplainLevel, LoreFocus } from '../lore-query.ts';
import type { LoreResult } from '../lore-result.ts';
import { extractContentWords } from '../ranking/content-words.ts';
import type { RankingWeights } from '../ranking/ranking-weights.ts';
import { type ChunkCache, loadRankedChunks } from './load-chunks.ts';
import { createEmptyQueryVector, embedQuery } from './query-vector.ts';
import { blendRankings, listQuestionParts } from './question-parts.ts';
import { rankByFocus, rankByText } from './rank-results.ts';
import { explainSearch, selectWithinBudget } from './select-and-explain.ts';
import { isEmptyFocus, limitFocus, type TableScope } from './table-scope.ts';

export type SearchRequest = {
  readonly text: string;
  readonly focus: LoreFocus;
  readonly limit: number;
  readonly maxTokens: number;
  readonly explain: ExplainLevel;
};

export type SearchDependencies = {
  readonly tables: LanceTables;
  readonly embedder: Embedder | null;
  readonly weights: RankingWeights;
  readonly rows: ChunkCache;
  /** Milliseconds from any point in time on. */
  readonly stopwatch: () => number;
};

/** Returns the cached rows of a scope's table, if any; the same ones throughout a search. */
export type FindCachedTable = (scope: TableScope) => Promise<CachedTable | null>;

function createCachedTableFinder(tables: LanceTables): FindCachedTable {
  const asked = new Map<string, Promise<CachedTable | null>>();
  return ({ table, source }) => {
    const cached = asked.get(table) ?? tables.cachedTable(table, LAYOUTS[source]);
    asked.set(table, cached);
    return cached;
  };
}

/** Rows looked up beyond those that are taken: some will not fit, and an explanation shows who came next. */
const SPARE = { quietly: 8, explained: 20 } as const;

/** Searches tables: applies the filter, merges two rankings into one, then applies the budget. */
export async function searchTables(
  searcher: SearchDependencies,
  scopes: readonly TableScope[],
  request: SearchRequest,
): Promise<LoreResult> {
  const { stopwatch, tables, embedder, weights } = searcher;
  const { limit, maxTokens } = request;
  const started = stopwatch();
  const words = extractContentWords(request.text);
  const focus = limitFocus(request.focus);
  const isAsked = words.length > 0;
  const embed = (text: string) => embedQuery(text, scopes, tables, embedder);
  const queried = isAsked
    ? embed(request.text)
    : Promise.resolve(createEmptyQueryVector('Nothing was asked; the focus alone decided.'));
  // History is asked for an event, whose pieces support each other; packs may be asked for several things at once.
  const packs = scopes.filter(({ source }) => source === 'authored');
  const parts = (
    packs.length === 0 || !weights.authored.asksParts ? [] : listQuestionParts(request.text)
  ).map((text) => ({
    text,
    queried: embed(text),
  }));
  const embedding = Promise.all([queried, ...parts.map((part) => part.queried)]).then(
    () => stopwatch() - started,
  );

  const findCached = createCachedTableFinder(tables);
  const tools = { ...searcher, findCached };
  const rank = (within: readonly TableScope[], text: string, vector: typeof queried) =>
    rankByText(tools, within, { text, queried: vector, focus, limit });
  const rankQuestion = async () => {
    const [whole = [], ...ofParts] = await Promise.all([
      rank(scopes, request.text, queried),
      ...parts.map((part) => rank(packs, part.text, part.queried)),
    ]);
    return blendRankings(whole, ofParts);
  };
  const ranked = isAsked ? await rankQuestion() : await rankByFocus(tools, scopes, focus);
  const spare = request.explain === 'nothing' ? SPARE.quietly : SPARE.explained;
  const best = await loadRankedChunks(tools, scopes, ranked, limit + spare);
  const { hits, totalTokens, considered } = selectWithinBudget(best, limit, maxTokens);
  const hasCosines = ranked.some(({ candidate }) => candidate.cosine !== null);
  const { mode } = await queried;
  const toGm = request.explain === 'to-gm';
  const explanation =
    request.explain === 'nothing'
      ? null
      : await explainSearch(tables, scopes, { words, focus, considered, toGm });
  const total = stopwatch() - started;
  const embedded = await embedding;
  return {
    hits,
    totalTokens,
    milliseconds: { embed: embedded, search: total - embedded, total },
    mode:
      mode.kind === 'hybrid' && !hasCosines ? createEmptyQueryVector('There are no vectors yet.').mode : mode,
    widened: !isEmptyFocus(focus) && hits.some(({ signals }) => !signals.inFocus),
    explanation,
  };
}
