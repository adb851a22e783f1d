import type { Embedder } from '../embedder.ts';
import { LAYOUTS } from '../lance/columns.ts';
import type { Shelf } from '../lance/shelf.ts';
import type { Tables } from '../lance/tables.ts';
import type { Explain, Focus } from '../lore-query.ts';
import type { LoreResult } from '../lore-result.ts';
import { contentWords } from '../ranking/content-words.ts';
import type { Weights } from '../weights.ts';
import { explain } from './explain.ts';
import { bounded, isEmptyFocus } from './focus.ts';
import { queryVector, withoutVector } from './query-vector.ts';
import { rankByFocus } from './rank-by-focus.ts';
import { rankByText } from './rank-by-text.ts';
import type { Reach } from './reach.ts';
import type { RowCache } from './row-cache.ts';
import { takeWithin } from './take-within.ts';
import { withRows } from './with-rows.ts';

export type Request = {
  readonly text: string;
  readonly focus: Focus;
  readonly limit: number;
  readonly maxTokens: number;
  readonly explain: Explain;
};

export type Searcher = {
  readonly tables: Tables;
  readonly embedder: Embedder | null;
  readonly weights: Weights;
  readonly rows: RowCache;
  /** Milliseconds from any point in time on. */
  readonly stopwatch: () => number;
};

/** The rows of a reach's table, if they are held; the same ones throughout a search. */
export type ShelfOf = (reach: Reach) => Promise<Shelf | null>;

function shelvesFor(tables: Tables): ShelfOf {
  const asked = new Map<string, Promise<Shelf | null>>();
  return ({ table, source }) => {
    const shelf = asked.get(table) ?? tables.shelf(table, LAYOUTS[source]);
    asked.set(table, shelf);
    return shelf;
  };
}

/** Rows looked up beyond those that are taken: some will not fit, and an explanation shows who came next. */
const SPARE = { quietly: 8, explained: 20 } as const;

/** Filter, then two rankings made one, then the budget. */
export async function search(
  searcher: Searcher,
  reaches: readonly Reach[],
  request: Request,
): Promise<LoreResult> {
  const { stopwatch, tables, embedder } = searcher;
  const { limit, maxTokens } = request;
  const started = stopwatch();
  const words = contentWords(request.text);
  const focus = bounded(request.focus);
  const isAsked = words.length > 0;
  const queried = isAsked
    ? queryVector(request.text, reaches, tables, embedder)
    : Promise.resolve(withoutVector('Nothing was asked; the focus alone decided.'));
  const embedding = queried.then(() => stopwatch() - started);

  const shelfOf = shelvesFor(tables);
  const tools = { ...searcher, shelfOf };
  const ranked = isAsked
    ? await rankByText(tools, reaches, { words, queried, focus, limit })
    : await rankByFocus(tools, reaches, focus);
  const spare = request.explain === 'nothing' ? SPARE.quietly : SPARE.explained;
  const best = await withRows(tools, reaches, ranked, limit + spare);
  const { hits, totalTokens, considered } = takeWithin(best, limit, maxTokens);
  const hasCosines = ranked.some(({ candidate }) => candidate.cosine !== null);
  const { mode } = await queried;
  const toGm = request.explain === 'to-gm';
  const explanation =
    request.explain === 'nothing' ? null : await explain(tables, reaches, { words, focus, considered, toGm });
  const total = stopwatch() - started;
  const embed = await embedding;
  return {
    hits,
    totalTokens,
    milliseconds: { embed, search: total - embed, total },
    mode: mode.kind === 'hybrid' && !hasCosines ? withoutVector('There are no vectors yet.').mode : mode,
    widened: !isEmptyFocus(focus) && hits.some(({ signals }) => !signals.inFocus),
    explanation,
  };
}
