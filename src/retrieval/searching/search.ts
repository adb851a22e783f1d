import type { Embedder } from '../embedder.ts';
import type { Tables } from '../lance/tables.ts';
import { isAbout } from '../lance/where.ts';
import type { Explain, Focus } from '../lore-query.ts';
import type { FoundChunk, LoreResult, Signal } from '../lore-result.ts';
import type { Candidate, Scored } from '../ranking/candidate.ts';
import { contentWords } from '../ranking/content-words.ts';
import { missingOverviews, rank } from '../ranking/rank.ts';
import { explain } from './explain.ts';
import { fetchRows } from './fetch-rows.ts';
import { bounded, isEmptyFocus } from './focus.ts';
import { queryVector } from './query-vector.ts';
import { rankByFocus } from './rank-by-focus.ts';
import type { Reach } from './reach.ts';
import { type Asked, readCandidates } from './read-candidates.ts';
import { type RankedChunk, takeWithin } from './take-within.ts';

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
  /** Milliseconds from any point in time on. */
  readonly stopwatch: () => number;
};

/** Rows looked up beyond those that are taken: some will not fit, and an explanation shows who came next. */
const SPARE = 20;

/** Filter, then two rankings made one, then the budget. */
export async function search(
  searcher: Searcher,
  reaches: readonly Reach[],
  request: Request,
): Promise<LoreResult> {
  const { stopwatch, tables } = searcher;
  const started = stopwatch();
  const words = contentWords(request.text);
  const focus = bounded(request.focus);
  const { vector, comparable, mode } =
    words.length === 0
      ? { vector: null, comparable: new Set<string>(), mode: NOTHING_ASKED }
      : await queryVector(request.text, reaches, tables, searcher.embedder);
  const embedded = stopwatch();

  const asked = { words, vector, focus: isEmptyFocus(focus) ? null : focus };
  const ranked =
    words.length === 0
      ? await rankByFocus(tables, reaches, focus)
      : await rankByText(tables, reaches, asked, comparable, request.limit);
  const chunks = await withRows(tables, reaches, ranked.slice(0, request.limit + SPARE), ranked);
  const { hits, totalTokens, considered } = takeWithin(chunks, request.limit, request.maxTokens);
  const explanation =
    request.explain === 'nothing'
      ? null
      : await explain(tables, reaches, { words, focus, considered, toGm: request.explain === 'to-gm' });
  const ended = stopwatch();
  return {
    hits,
    totalTokens,
    milliseconds: { embed: embedded - started, search: ended - embedded, total: ended - started },
    mode,
    widened: asked.focus !== null && hits.some(({ signals }) => !signals.inFocus),
    explanation,
  };
}

const NOTHING_ASKED = { kind: 'full-text', because: 'Nothing was asked; the focus alone decided.' } as const;

async function rankByText(
  tables: Tables,
  reaches: readonly Reach[],
  asked: Asked,
  comparable: ReadonlySet<string>,
  limit: number,
): Promise<Scored[]> {
  const read = async (narrower: string | null): Promise<Candidate[]> => {
    const found = reaches.map(async (reach) => {
      const table = await tables.serving(reach.table);
      const vector = comparable.has(reach.table) ? asked.vector : null;
      return table === null ? [] : readCandidates(table, reach, { ...asked, vector }, narrower);
    });
    return (await Promise.all(found)).flat();
  };
  const wide = await read(null);
  const near = wide.filter(({ inFocus }) => inFocus).length;
  // In a large corpus the best of all may leave no room for what the moment is about.
  const narrow = asked.focus !== null && near < limit ? await read(isAbout(asked.focus)) : [];
  const candidates = [
    ...new Map([...narrow, ...wide].map((one) => [`${one.table} ${one.id}`, one])).values(),
  ];
  const ranked = rank(candidates);
  const overviews = [...missingOverviews(ranked, limit).values()];
  return overviews.length === 0 ? ranked : rank([...candidates, ...overviews]);
}

async function withRows(
  tables: Tables,
  reaches: readonly Reach[],
  best: readonly Scored[],
  all: readonly Scored[],
): Promise<RankedChunk[]> {
  const found = await Promise.all(
    reaches.map((reach) => {
      const ids = best
        .filter(({ candidate }) => candidate.table === reach.table)
        .map(({ candidate }) => candidate.id);
      return fetchRows(tables, reach, ids);
    }),
  );
  const byKey = new Map<string, FoundChunk>();
  for (const [index, reach] of reaches.entries())
    for (const chunk of found[index] ?? []) byKey.set(`${reach.table} ${chunk.id}`, chunk);
  const signals = signalsOf(all);
  return best.flatMap((scored) => {
    const chunk = byKey.get(`${scored.candidate.table} ${scored.candidate.id}`);
    return chunk === undefined ? [] : { chunk, score: scored.score, signals: signals(scored) };
  });
}

function signalsOf(all: readonly Scored[]) {
  const ranks = (value: (candidate: Candidate) => number | null) => {
    const given = all.flatMap(({ candidate }) => value(candidate) ?? []).toSorted((a, b) => b - a);
    return (raw: number) => given.indexOf(raw) + 1;
  };
  const byWords = ranks(({ fullText }) => fullText);
  const byMeaning = ranks(({ cosine }) => cosine);
  const signal = (raw: number | null, rankOf: (raw: number) => number, share: number): Signal | null =>
    raw === null ? null : { rank: rankOf(raw), raw, share };
  return ({ candidate, fullTextShare, vectorShare, kinShare }: Scored) => ({
    fullText: signal(candidate.fullText, byWords, fullTextShare),
    vector: signal(candidate.cosine, byMeaning, vectorShare),
    kin: kinShare,
    inFocus: candidate.inFocus,
  });
}
