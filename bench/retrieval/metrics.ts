import type { Query } from './collections.ts';

export type Scores = {
  readonly recall5: number;
  readonly recall10: number;
  readonly reciprocalRank: number;
  readonly ndcg10: number;
};

const CUT = 100;

/** How well one ranking answers one query. */
export function scoresOf(ranking: readonly string[], { rel }: Query): Scores {
  const relevant = Object.entries(rel).filter(([, gain]) => gain > 0);
  const gains = new Map(relevant);
  const recall = (depth: number) =>
    ranking.slice(0, depth).filter((id) => gains.has(id)).length / relevant.length;
  const first = ranking.slice(0, CUT).findIndex((id) => gains.has(id));
  const ideal = relevant.map(([, gain]) => gain).toSorted((a, b) => b - a);
  return {
    recall5: recall(5),
    recall10: recall(10),
    reciprocalRank: first === -1 ? 0 : 1 / (first + 1),
    ndcg10: discounted(ranking.map((id) => gains.get(id) ?? 0)) / discounted(ideal),
  };
}

function discounted(gains: readonly number[]): number {
  return gains.slice(0, 10).reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0);
}

export function mean(scores: readonly Scores[]): Scores {
  const average = (of: (each: Scores) => number) =>
    scores.reduce((sum, each) => sum + of(each), 0) / Math.max(1, scores.length);
  return {
    recall5: average(({ recall5 }) => recall5),
    recall10: average(({ recall10 }) => recall10),
    reciprocalRank: average(({ reciprocalRank }) => reciprocalRank),
    ndcg10: average(({ ndcg10 }) => ndcg10),
  };
}
