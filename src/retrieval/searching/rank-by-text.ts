import { isAbout, type Where } from '../lance/where.ts';
import type { Focus } from '../lore-query.ts';
import type { Candidate, Scored } from '../ranking/candidate.ts';
import { missingOverviews, rank } from '../ranking/rank.ts';
import { isEmptyFocus } from './focus.ts';
import type { QueryVector } from './query-vector.ts';
import type { Reach } from './reach.ts';
import { readCandidates } from './read-candidates.ts';
import type { Searcher } from './search.ts';

type Question = {
  readonly words: readonly string[];
  /** On its way: the full text does not wait for it. */
  readonly queried: Promise<QueryVector>;
  readonly focus: Focus;
  readonly limit: number;
};

/** Best first, by both rankings. */
export async function rankByText(
  { tables, weights }: Pick<Searcher, 'tables' | 'weights'>,
  reaches: readonly Reach[],
  { words, queried, focus, limit }: Question,
): Promise<Scored[]> {
  const focused = isEmptyFocus(focus) ? null : focus;
  const read = async (narrower: Where | null): Promise<Candidate[]> => {
    const found = reaches.map(async (reach) => {
      const table = await tables.serving(reach.table);
      if (table === null) return [];
      const vector = queried.then(({ vector, comparable }) => (comparable.has(reach.table) ? vector : null));
      const { dimension = 0 } = tables.entry(reach.table) ?? {};
      const withVectors = reach.source === 'authored' && dimension > 0 && weights.authored.echo > 0;
      const { depth } = weights[reach.source];
      const asked = { words, vector, focus: focused, depth, withVectors };
      return readCandidates(table, reach, asked, narrower);
    });
    return (await Promise.all(found)).flat();
  };
  const wide = await read(null);
  const near = wide.filter(({ inFocus }) => inFocus).length;
  // In a large corpus the best of all may leave no room for what the moment is about.
  const narrow = focused !== null && near < limit ? await read(isAbout(focused)) : [];
  const candidates = [...new Map([...narrow, ...wide].map((one) => [keyOf(one), one])).values()];
  const { vector } = await queried;
  const ranked = rank(candidates, weights, vector);
  const overviews = [...missingOverviews(ranked, limit).values()];
  return overviews.length === 0 ? ranked : rank([...candidates, ...overviews], weights, vector);
}

/** Names a row among all tables. */
export function keyOf({ table, id }: Pick<Candidate, 'table' | 'id'>): string {
  return `${table} ${id}`;
}
