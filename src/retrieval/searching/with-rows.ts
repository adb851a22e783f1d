import { allOf } from '../lance/condition.ts';
import { predicateOf } from '../lance/predicate.ts';
import type { Shelf } from '../lance/shelf.ts';
import type { FoundChunk, Signal, Signals } from '../lore-result.ts';
import type { Candidate, Scored } from '../ranking/candidate.ts';
import { fetchRows, foundIn } from './fetch-rows.ts';
import { keyOf } from './rank-by-text.ts';
import { type Reach, visible } from './reach.ts';
import type { Searcher, ShelfOf } from './search.ts';
import type { RankedChunk } from './take-within.ts';

type Tools = Pick<Searcher, 'tables' | 'rows'> & { readonly shelfOf: ShelfOf };

/** The best of those ranked, as chunks. What cannot be found any more, or may not be seen, is left out. */
export async function withRows(
  tools: Tools,
  reaches: readonly Reach[],
  ranked: readonly Scored[],
  count: number,
): Promise<RankedChunk[]> {
  const best = ranked.slice(0, count);
  const candidates = best.map(({ candidate }) => candidate);
  const found = await Promise.all(reaches.map((reach) => rowsOf(tools, reach, candidates)));
  const chunks = new Map(found.flat());
  const signals = signalsAmong(ranked);
  return best.flatMap((scored) => {
    const chunk = chunks.get(keyOf(scored.candidate));
    return chunk === undefined ? [] : { chunk, score: scored.score, signals: signals(scored) };
  });
}

async function rowsOf(
  tools: Tools,
  reach: Reach,
  candidates: readonly Candidate[],
): Promise<[string, FoundChunk][]> {
  const own = candidates.filter(({ table }) => table === reach.table);
  const shelf = own.length === 0 ? null : await tools.shelfOf(reach);
  const chunks = shelf === null ? await readRows(tools, reach, own) : heldRows(shelf, reach, own);
  return chunks.map((chunk) => [keyOf({ table: reach.table, id: chunk.id }), chunk]);
}

/** An overview nobody ranked has not been asked about, so everything is asked again. */
function heldRows(shelf: Shelf, reach: Reach, candidates: readonly Candidate[]): FoundChunk[] {
  const isAllowed = predicateOf(allOf(visible(reach), reach.asked));
  return candidates.flatMap(({ id }) => {
    const held = shelf.get(id);
    return held === null || !isAllowed(held.row) ? [] : foundIn(reach, held.row);
  });
}

async function readRows(
  { tables, rows }: Tools,
  reach: Reach,
  own: readonly Candidate[],
): Promise<FoundChunk[]> {
  const kept = (candidate: Candidate) =>
    // The filter has just let through what a ranking brought; an overview nobody ranked has not been asked about.
    reach.source === 'authored' && (candidate.fullText ?? candidate.cosine) !== null
      ? rows.get(nameOf(candidate.id))
      : null;
  const { generation = 0 } = tables.entry(reach.table) ?? {};
  const nameOf = (id: string) => `${reach.table} ${generation} ${id}`;
  const known = own.flatMap((candidate) => kept(candidate) ?? []);
  const ids = new Set(known.map(({ id }) => id));
  const missing = own.filter(({ id }) => !ids.has(id)).map(({ id }) => id);
  const read = await fetchRows(tables, reach, missing);
  if (reach.source === 'authored') for (const chunk of read) rows.put(nameOf(chunk.id), chunk);
  return [...known, ...read];
}

function signalsAmong(ranked: readonly Scored[]): (scored: Scored) => Signals {
  const places = (value: (candidate: Candidate) => number | null) => {
    const given = ranked.flatMap(({ candidate }) => value(candidate) ?? []).toSorted((a, b) => b - a);
    return (raw: number) => given.indexOf(raw) + 1;
  };
  const byWords = places(({ fullText }) => fullText);
  const byMeaning = places(({ cosine }) => cosine);
  const signal = (raw: number | null, place: (raw: number) => number, share: number): Signal | null =>
    raw === null ? null : { rank: place(raw), raw, share };
  return ({ candidate, fullTextShare, vectorShare, kinShare }) => ({
    fullText: signal(candidate.fullText, byWords, fullTextShare),
    vector: signal(candidate.cosine, byMeaning, vectorShare),
    kin: kinShare,
    inFocus: candidate.inFocus,
  });
}
