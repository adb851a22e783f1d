import type { Weights } from '../weights.ts';
import type { Candidate } from './candidate.ts';

export type Shares = { readonly fullText: number; readonly vector: number };

/**
 * Both scores of every candidate, from 0 to 1. BM25 starts at a true zero, so it is divided by the best of its corpus:
 * a young history has few words to weigh against each other, and its scores are small. Cosines can be compared across
 * corpora, but crowd into a narrow band whose floor means nothing, so they are stretched between the best of all and
 * the last of the nearest.
 */
export function sharesOf(candidates: readonly Candidate[], weights: Weights): Map<Candidate, Shares> {
  const best = { authored: 0, history: 0 };
  for (const { kin, fullText } of candidates) best[kin.source] = Math.max(best[kin.source], fullText ?? 0);
  const { top, floor } = band(candidates, weights);
  const shares = candidates.map((candidate): [Candidate, Shares] => {
    const { fullText, cosine, kin } = candidate;
    return [
      candidate,
      {
        fullText: fullText === null ? 0 : fullText / (best[kin.source] || 1),
        vector: cosine === null ? 0 : stretched(cosine, floor, top),
      },
    ];
  });
  return new Map(shares);
}

/** Cosines nearer to each other than this say the same: what is left between them is how their sums were rounded. */
const NARROWEST = 0.001;

function stretched(cosine: number, floor: number, top: number): number {
  return Math.max(0, 1 - (top - cosine) / Math.max(top - floor, NARROWEST));
}

/** Rankings bring as many candidates as the corpus asks for; beyond that depth a cosine counts nothing. */
function band(
  candidates: readonly Candidate[],
  weights: Weights,
): { readonly top: number; readonly floor: number } {
  const floors = (['authored', 'history'] as const).flatMap((source) => {
    const cosines = candidates
      .flatMap(({ kin, cosine }) => (kin.source === source && cosine !== null ? cosine : []))
      .toSorted((a, b) => b - a);
    return cosines[Math.min(weights[source].depth, cosines.length) - 1] ?? [];
  });
  const top = Math.max(...candidates.map(({ cosine }) => cosine ?? Number.NEGATIVE_INFINITY));
  return { top, floor: Math.min(...floors) };
}
