import type { Weights } from '../weights.ts';
import type { Candidate, Scored } from './candidate.ts';
import { trustInWords } from './coverage.ts';
import { echoed } from './echo.ts';
import { lentInHistory, lentToOverviews, type OwnScores } from './kinship.ts';
import { type Shares, sharesOf } from './shares.ts';

/**
 * Best first. Full text and vector are added by weight, kin lends what it can spare, the focus comes on top. What
 * nothing speaks for is left out. Equal scores go by id, so that the order never depends on which ranking answered first.
 * Overviews of the first `most` that no ranking brought up by themselves come in on what their sections lend.
 */
export function rank(
  candidates: readonly Candidate[],
  weights: Weights,
  question: Float32Array | null,
  most: number,
): Scored[] {
  const shares = withEcho(sharesOf(candidates, weights), weights, question);
  // The most a piece of history can reach, so that it can be compared with a chunk of a pack.
  const ceiling = 1 + weights.history.neighbour + weights.history.episode;
  const own = ownScores(shares, weights);
  const history = lentInHistory(own, weights);
  const overviews = lentToOverviews(own, weights);
  const scored = (candidate: Candidate, share: Shares): Scored => {
    const alone = own.get(candidate) ?? 0;
    const whole =
      candidate.kin.source === 'history'
        ? (alone + (history.get(candidate) ?? 0)) / ceiling
        : Math.max(alone, overviews.get(candidate.id) ?? 0);
    const score = whole + (candidate.inFocus ? weights.focus : 0);
    const kinShare = Math.max(0, whole - alone);
    return { candidate, score, fullTextShare: share.fullText, vectorShare: share.vector, kinShare };
  };
  const ranked = bestFirst([...shares].map(([candidate, share]) => scored(candidate, share)));
  const missing = missingOverviews(ranked, most).map((overview) => scored(overview, NO_SHARES));
  return missing.length === 0 ? ranked : bestFirst([...ranked, ...missing]);
}

const NO_SHARES: Shares = { fullText: 0, vector: 0 };
/** Products of the same vectors differ in their last digits, depending on who multiplied: less than this is nothing. */
const LEAST_SCORE = 1e-5;

function bestFirst(scored: readonly Scored[]): Scored[] {
  return scored
    .filter(({ score }) => score > LEAST_SCORE)
    .toSorted((a, b) => b.score - a.score || (a.candidate.id < b.candidate.id ? -1 : 1));
}

/** Each candidate by itself: both shares by weight. */
function ownScores(shares: ReadonlyMap<Candidate, Shares>, { authored, history }: Weights): OwnScores {
  const candidates = [...shares.keys()];
  const withVectors = new Set(candidates.flatMap(({ cosine, table }) => (cosine === null ? [] : table)));
  const trust = authored.doubtsWords ? trustInWords(candidates) : 1;
  const weightOfVector = {
    authored: authored.vector / (authored.vector + (1 - authored.vector) * trust || 1),
    history: history.vector,
  };
  return new Map(
    [...shares].map(([candidate, { fullText, vector }]) => {
      // Where there are no vectors, not having one says nothing against a chunk.
      const weight = withVectors.has(candidate.table) ? weightOfVector[candidate.kin.source] : 0;
      return [candidate, (1 - weight) * fullText + weight * vector];
    }),
  );
}

/** The same shares with those of packs' vectors by the question as its best answers would have put it. */
function withEcho(
  shares: Map<Candidate, Shares>,
  weights: Weights,
  question: Float32Array | null,
): Map<Candidate, Shares> {
  const { echo: weight, depth } = weights.authored;
  if (question === null || weight === 0) return shares;
  const scores = new Map([...ownScores(shares, weights)].filter(([{ kin }]) => kin.source === 'authored'));
  const near = echoed({ question, scores, weight, depth });
  // An echo says who is nearest among packs; how near packs are beside history stays as it was.
  const reach = Math.max(0, ...[...near.keys()].map((candidate) => shares.get(candidate)?.vector ?? 0));
  return new Map(
    [...shares].map(([candidate, share]) => {
      if (candidate.vector === null) return [candidate, share];
      return [candidate, { ...share, vector: reach * (near.get(candidate) ?? 0) }];
    }),
  );
}

/** Overviews of the best sections that no ranking brought up by themselves, as candidates to look up. */
function missingOverviews(ranked: readonly Scored[], most: number): Candidate[] {
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
      vector: null,
      coverage: null,
      inFocus: candidate.inFocus,
    });
  }
  return [...missing.values()];
}
