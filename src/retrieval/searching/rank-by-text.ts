import type { Focus } from '../lore-query.ts';
import type { Candidate, Scored } from '../ranking/candidate.ts';
import { rank } from '../ranking/rank.ts';
import type { Brought } from './asked.ts';
import type { QueryVector } from './query-vector.ts';
import type { Reach } from './reach.ts';
import { readCandidates } from './read-candidates.ts';
import type { Searcher, ShelfOf } from './search.ts';
import { shelfCandidates } from './shelf-candidates.ts';

type Question = {
  readonly words: readonly string[];
  /** On its way: the full text does not wait for it. */
  readonly queried: Promise<QueryVector>;
  readonly focus: Focus;
  readonly limit: number;
};

/** Best first, by both rankings. */
export async function rankByText(
  { tables, weights, shelfOf }: Pick<Searcher, 'tables' | 'weights'> & { readonly shelfOf: ShelfOf },
  reaches: readonly Reach[],
  { words, queried, focus, limit }: Question,
): Promise<Scored[]> {
  const bring = async (reach: Reach): Promise<Brought> => {
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
      : shelfCandidates(shelf, reach, asked, focus);
  };
  const brought = await Promise.all(reaches.map(bring));
  const candidates = withFocus(
    brought.flatMap(({ wide }) => wide),
    brought.flatMap(({ narrow }) => narrow),
    limit,
  );
  const { vector } = await queried;
  return rank(candidates, weights, vector, limit);
}

/** In a large corpus the best of all may leave no room for what the moment is about: then the best of it come in as well. */
function withFocus(wide: readonly Candidate[], narrow: readonly Candidate[], limit: number): Candidate[] {
  if (wide.filter(({ inFocus }) => inFocus).length >= limit) return [...wide];
  return [...new Map([...narrow, ...wide].map((one) => [keyOf(one), one])).values()];
}

/** Names a row among all tables. */
export function keyOf({ table, id }: Pick<Candidate, 'table' | 'id'>): string {
  return `${table} ${id}`;
}
