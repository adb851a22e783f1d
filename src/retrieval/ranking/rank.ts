import type { Weights } from '../weights.ts';
import type { Candidate, Scored } from './candidate.ts';
import { lentInHistory, lentToOverviews, type OwnScores } from './kinship.ts';
import { type Shares, sharesOf } from './shares.ts';

/**
 * Best first. Full text and vector are added by weight, kin lends what it can spare, the focus comes on top. What
 * nothing speaks for is left out. Equal scores go by id, so that the order never depends on which ranking answered first.
 */
export function rank(candidates: readonly Candidate[], weights: Weights): Scored[] {
  const shares = sharesOf(candidates, weights);
  // The most a piece of history can reach, so that it can be compared with a chunk of a pack.
  const ceiling = 1 + weights.history.neighbour + weights.history.episode;
  const withVectors = new Set(candidates.flatMap(({ cosine, table }) => (cosine === null ? [] : table)));
  const own: OwnScores = new Map(
    [...shares].map(([candidate, share]) => [
      candidate,
      fused(share, withVectors.has(candidate.table) ? weights[candidate.kin.source].vector : 0),
    ]),
  );
  const history = lentInHistory(own, weights);
  const overviews = lentToOverviews(own, weights);
  return [...shares]
    .map(([candidate, share]) => {
      const alone = own.get(candidate) ?? 0;
      const whole =
        candidate.kin.source === 'history'
          ? (alone + (history.get(candidate) ?? 0)) / ceiling
          : Math.max(alone, overviews.get(candidate.id) ?? 0);
      const score = whole + (candidate.inFocus ? weights.focus : 0);
      return {
        candidate,
        score,
        fullTextShare: share.fullText,
        vectorShare: share.vector,
        kinShare: Math.max(0, whole - alone),
      };
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || (a.candidate.id < b.candidate.id ? -1 : 1));
}

/** Where there are no vectors, not having one says nothing against a chunk: then the weight is 0. */
function fused({ fullText, vector }: Shares, weight: number): number {
  return (1 - weight) * fullText + weight * vector;
}

/** Overviews of the best sections that no ranking brought up by themselves, as candidates to look up. */
export function missingOverviews(ranked: readonly Scored[], most: number): Map<string, Candidate> {
  const present = new Set(ranked.map(({ candidate }) => candidate.id));
  const missing = new Map<string, Candidate>();
  for (const { candidate } of ranked.slice(0, most)) {
    const { kin, table } = candidate;
    if (kin.source !== 'authored' || kin.parentId === null || present.has(kin.parentId)) continue;
    missing.set(kin.parentId, {
      id: kin.parentId,
      table,
      kin: { source: 'authored', parentId: null },
      fullText: null,
      cosine: null,
      inFocus: candidate.inFocus,
    });
  }
  return missing;
}
