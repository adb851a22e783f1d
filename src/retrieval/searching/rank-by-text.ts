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
  const read = async (narrower: Where | null): Promise<Candidate[]> => {
    const found = reaches.map(async (reach) => {
      const table = await tables.serving(reach.table);
      if (table === null) return [];
      const vector = queried.then(({ vector, comparable }) => (comparable.has(reach.table) ? vector : null));
      const { dimension = 0, rows = 0, vectors = 0 } = tables.entry(reach.table) ?? {};
      const withVectors = reach.source === 'authored' && dimension > 0 && weights.authored.echo > 0;
      const { depth } = weights[reach.source];
      const asked = { words, vector, depth, withVectors, isEmbedded: vectors > 0 && vectors >= rows / 2 };
      return readCandidates(table, reach, asked, narrower);
    });
    return (await Promise.all(found)).flat();
  };
  const [wide, narrow] = await Promise.all([read(null), isEmptyFocus(focus) ? [] : read(isAbout(focus))]);
  const candidates = withFocus(wide, narrow, limit);
  const { vector } = await queried;
  const ranked = rank(candidates, weights, vector);
  const overviews = [...missingOverviews(ranked, limit).values()];
  return overviews.length === 0 ? ranked : rank([...candidates, ...overviews], weights, vector);
}

/**
 * Candidates with what the moment is about marked among them. In a large corpus the best of all may leave no room for
 * it: then the best of it come in as well.
 */
function withFocus(wide: readonly Candidate[], narrow: readonly Candidate[], limit: number): Candidate[] {
  const about = new Map(narrow.map((one) => [keyOf(one), { ...one, inFocus: true }]));
  const marked = wide.map((one) => ({ ...one, inFocus: about.has(keyOf(one)) }));
  if (marked.filter(({ inFocus }) => inFocus).length >= limit) return marked;
  return [...new Map([...about.values(), ...marked].map((one) => [keyOf(one), one])).values()];
}

/** Names a row among all tables. */
export function keyOf({ table, id }: Pick<Candidate, 'table' | 'id'>): string {
  return `${table} ${id}`;
}
