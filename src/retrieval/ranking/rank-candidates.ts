import type { Candidate, CandidateRelations, ScoredCandidate } from './candidate.ts';
import { computePriors, computeSurroundings } from './history-boosts.ts';
import type { RankingWeights } from './ranking-weights.ts';
import { computeCosine, toUnitVector } from './vector-math.ts';
import { computeVectorWeight, LEAST_SCORES, listBestScores } from './vector-share.ts';

type NormalisedScores = { readonly fullText: number; readonly vector: number };

/** The score of every candidate by itself. */
type OwnScores = ReadonlyMap<Candidate, number>;

/**
 * Scales both scores of every candidate to 0 to 1. BM25 is compared within its corpus: a young history has few words to
 * weigh against each other, and its scores are small. Cosines can be compared across corpora, but crowd into a narrow
 * band whose floor means nothing. So they are stretched between the best of all and the last of the nearest.
 */
export function normaliseScores(
  candidates: readonly Candidate[],
  weights: RankingWeights,
): Map<Candidate, NormalisedScores> {
  const words = {
    authored: wordBand(candidates, 'authored', weights),
    history: wordBand(candidates, 'history', weights),
  };
  const { top, floor } = band(candidates, weights);
  const shares = candidates.map((candidate): [Candidate, NormalisedScores] => {
    const { fullText, cosine, relations } = candidate;
    const { best, least } = words[relations.source];
    return [
      candidate,
      {
        fullText: fullText === null ? 0 : Math.max(0, fullText - least) / (best - least || 1),
        vector: cosine === null ? 0 : scaleBetween(cosine, floor, top),
      },
    ];
  });
  return new Map(shares);
}

/**
 * Returns the scores that count as 1 and as 0. A long question has words that every row has, so in packs the last of
 * many counts as 0. The scores of a few rows, and of history, start at a true zero.
 */
function wordBand(
  candidates: readonly Candidate[],
  source: CandidateRelations['source'],
  weights: RankingWeights,
): { readonly best: number; readonly least: number } {
  const scores = listBestScores(candidates, 'fullText', source, weights[source].depth);
  const isStretched = source === 'authored' && scores.length >= LEAST_SCORES;
  return { best: scores[0] ?? 0, least: isStretched ? (scores.at(-1) ?? 0) : 0 };
}

/** Cosines nearer to each other than this say the same: what is left between them is how their sums were rounded. */
const NARROWEST = 0.001;

function scaleBetween(cosine: number, floor: number, top: number): number {
  return Math.max(0, 1 - (top - cosine) / Math.max(top - floor, NARROWEST));
}

/** Rankings bring as many candidates as the corpus asks for; beyond that depth a cosine counts nothing. */
function band(
  candidates: readonly Candidate[],
  weights: RankingWeights,
): { readonly top: number; readonly floor: number } {
  const floors = (['authored', 'history'] as const).flatMap(
    (source) => listBestScores(candidates, 'cosine', source, weights[source].depth).at(-1) ?? [],
  );
  const top = Math.max(...candidates.map(({ cosine }) => cosine ?? Number.NEGATIVE_INFINITY));
  return { top, floor: Math.min(...floors) };
}

/** Number of best candidates used for relevance feedback, and of those that must agree. */
const FEEDBACK_SOURCES = 2;
const AGREEING = 3;

type FeedbackRequest = {
  /** The question's own vector. */
  readonly question: Float32Array;
  /** Candidates by what speaks for each so far. */
  readonly scores: ReadonlyMap<Candidate, number>;
  readonly weight: number;
  /** Beyond so many a candidate is not near. */
  readonly depth: number;
};

/**
 * Rates each candidate from 0 to 1 by its nearness to the question, after moving the question towards its best answers.
 * A question is a few words and lies beside its answers, which lie beside each other. Moves it the less, the less the
 * answers agree.
 */
function applyRelevanceFeedback({
  question,
  scores,
  weight,
  depth,
}: FeedbackRequest): Map<Candidate, number> {
  const spoken = [...scores.keys()].flatMap((candidate) =>
    candidate.vector === null ? [] : [{ candidate, vector: candidate.vector }],
  );
  const scoreOf = ({ candidate }: { readonly candidate: Candidate }) => scores.get(candidate) ?? 0;
  // Equal scores go by id: the voices must not depend on which ranking answered first.
  const best = spoken
    .toSorted((a, b) => scoreOf(b) - scoreOf(a) || (a.candidate.id < b.candidate.id ? -1 : 1))
    .slice(0, AGREEING)
    .map(({ vector }) => vector);
  const cosines = listBestScores([...scores.keys()], 'cosine', 'authored', depth);
  const meant = drawnTo(
    question,
    best.slice(0, FEEDBACK_SOURCES),
    weight * computeAgreement(best, cosines) ** 2,
  );
  const near = spoken
    .map(({ candidate, vector }) => ({ candidate, cosine: computeCosine(meant, vector) }))
    .toSorted((a, b) => b.cosine - a.cosine)
    .slice(0, depth);
  const top = near[0]?.cosine ?? 0;
  const floor = near.at(-1)?.cosine ?? 0;
  const span = top - floor;
  return new Map(near.map(({ candidate, cosine }) => [candidate, span > 0 ? (cosine - floor) / span : 1]));
}

/**
 * Computes from 0 to 1 how near the best answers are to each other, on the scale of the cosines to the question. The
 * answers to a question about several things lie apart, and must not draw it to one of them.
 */
function computeAgreement(best: readonly Float32Array[], cosines: readonly number[]): number {
  const pairs = best.flatMap((one, at) => best.slice(at + 1).map((other) => computeCosine(one, other)));
  const [top, floor] = [cosines[0], cosines.at(-1)];
  if (pairs.length === 0 || top === undefined || floor === undefined) return 1;
  return Math.min(1, scaleBetween(Math.min(...pairs), floor, top));
}

function drawnTo(question: Float32Array, others: readonly Float32Array[], weight: number): Float32Array {
  const sum = Float32Array.from(question);
  for (const other of others) {
    for (const [index, value] of other.entries())
      sum[index] = (sum[index] ?? 0) + (weight * value) / others.length;
  }
  return toUnitVector(sum);
}

/** Computes the score each overview gets from its best section, by the overview's id. */
function computeOverviewBoosts(own: OwnScores, { authored }: RankingWeights): Map<string, number> {
  const lent = new Map<string, number>();
  for (const [{ relations }, score] of own) {
    if (relations.source !== 'authored' || relations.parentId === null) continue;
    lent.set(relations.parentId, Math.max(lent.get(relations.parentId) ?? 0, authored.overview * score));
  }
  return lent;
}

/** Computes what each section is lent by its overview: a share of the overview's score by words, less its own. */
function computeHeadingBoosts(
  weighed: ReadonlyMap<Candidate, NormalisedScores>,
  { authored }: RankingWeights,
): Map<Candidate, number> {
  const words = new Map([...weighed].map(([{ id }, { fullText }]) => [id, fullText]));
  return new Map(
    [...weighed].map(([candidate, { fullText }]) => {
      const { relations } = candidate;
      const parentId = relations.source === 'authored' ? relations.parentId : null;
      const lent = parentId === null ? 0 : authored.heading * (words.get(parentId) ?? 0);
      return [candidate, Math.max(0, lent - fullText)];
    }),
  );
}

/**
 * Ranks candidates, best first. Adds full text and vector by weight, then the boosts of related candidates, then the
 * focus. Leaves out candidates without any score. Orders equal scores by id, so that the order never depends on which
 * ranking answered first. Adds overviews that no ranking returned for sections among the first `most`, with the score
 * of their sections.
 */
export function rankCandidates(
  candidates: readonly Candidate[],
  weights: RankingWeights,
  question: Float32Array | null,
  most: number,
): ScoredCandidate[] {
  const shares = withRelevanceFeedback(normaliseScores(candidates, weights), weights, question);
  // The most a piece of history can reach, so that it can be compared with a chunk of a pack.
  const ceiling = 1 + weights.history.neighbour + weights.history.episode;
  const weighed = weighShares(shares, weights);
  const own = new Map([...weighed].map(([one, { fullText, vector }]) => [one, fullText + vector]));
  const surroundings = computeSurroundings(weighed, weights);
  const priors = computePriors(candidates, weights);
  const overviews = computeOverviewBoosts(own, weights);
  const headings = computeHeadingBoosts(weighed, weights);
  const scored = (candidate: Candidate, share: NormalisedScores): ScoredCandidate => {
    const alone = own.get(candidate) ?? 0;
    const whole =
      candidate.relations.source === 'history'
        ? addPrior((alone + (surroundings.get(candidate) ?? 0)) / ceiling, priors.get(candidate) ?? 0)
        : Math.max(alone + (headings.get(candidate) ?? 0), overviews.get(candidate.id) ?? 0);
    const score = whole + (candidate.inFocus ? weights.focus : 0);
    const relationShare = Math.max(0, whole - alone);
    return { candidate, score, fullTextShare: share.fullText, vectorShare: share.vector, relationShare };
  };
  const ranked = bestFirst([...shares].map(([candidate, share]) => scored(candidate, share)));
  const missing = missingOverviews(ranked, most).map((overview) => scored(overview, NO_SHARES));
  return missing.length === 0 ? ranked : bestFirst([...ranked, ...missing]);
}

const NO_SHARES: NormalisedScores = { fullText: 0, vector: 0 };
/** Products of the same vectors differ in their last digits, depending on who multiplied: less than this is nothing. */
const LEAST_SCORE = 1e-5;

/** Adds the prior of a piece, which is the same for every question. The prior alone neither finds a piece nor loses one. */
function addPrior(found: number, prior: number): number {
  return found <= LEAST_SCORE ? found : Math.max(2 * LEAST_SCORE, found + prior);
}

function bestFirst(scored: readonly ScoredCandidate[]): ScoredCandidate[] {
  return scored
    .filter(({ score }) => score > LEAST_SCORE)
    .toSorted((a, b) => b.score - a.score || (a.candidate.id < b.candidate.id ? -1 : 1));
}

/** Computes each candidate's own score: both shares by weight. */
function ownScores(shares: ReadonlyMap<Candidate, NormalisedScores>, weights: RankingWeights): OwnScores {
  const weighed = weighShares(shares, weights);
  return new Map([...weighed].map(([candidate, { fullText, vector }]) => [candidate, fullText + vector]));
}

function weighShares(
  shares: ReadonlyMap<Candidate, NormalisedScores>,
  { authored, history }: RankingWeights,
): Map<Candidate, NormalisedScores> {
  const candidates = [...shares.keys()];
  const withVectors = new Set(candidates.flatMap(({ cosine, table }) => (cosine === null ? [] : table)));
  const weightOfVector = {
    authored: computeVectorWeight(candidates, authored),
    history: history.vector,
  };
  return new Map(
    [...shares].map(([candidate, { fullText, vector }]) => {
      // Where there are no vectors, not having one says nothing against a chunk.
      const weight = withVectors.has(candidate.table) ? weightOfVector[candidate.relations.source] : 0;
      return [candidate, { fullText: (1 - weight) * fullText, vector: weight * vector }];
    }),
  );
}

/** Replaces the vector shares of packs by those after relevance feedback. */
function withRelevanceFeedback(
  shares: Map<Candidate, NormalisedScores>,
  weights: RankingWeights,
  question: Float32Array | null,
): Map<Candidate, NormalisedScores> {
  const { feedback: weight, depth } = weights.authored;
  if (question === null || weight === 0) return shares;
  const scores = new Map(
    [...ownScores(shares, weights)].filter(([{ relations }]) => relations.source === 'authored'),
  );
  const near = applyRelevanceFeedback({ question, scores, weight, depth });
  // Feedback reorders packs; their best share beside history stays as it was.
  const best = Math.max(0, ...[...near.keys()].map((candidate) => shares.get(candidate)?.vector ?? 0));
  return new Map(
    [...shares].map(([candidate, share]) => {
      if (candidate.vector === null) return [candidate, share];
      return [candidate, { ...share, vector: best * (near.get(candidate) ?? 0) }];
    }),
  );
}

/** Overviews of the best sections that no ranking brought up by themselves, as candidates to look up. */
function missingOverviews(ranked: readonly ScoredCandidate[], most: number): Candidate[] {
  const present = new Set(ranked.map(({ candidate }) => candidate.id));
  const missing = new Map<string, Candidate>();
  for (const { candidate } of ranked.slice(0, most)) {
    const { relations, table } = candidate;
    if (relations.source !== 'authored' || relations.parentId === null || present.has(relations.parentId))
      continue;
    missing.set(relations.parentId, {
      id: relations.parentId,
      table,
      relations: { source: 'authored', parentId: null },
      fullText: null,
      cosine: null,
      vector: null,
      wordTrust: null,
      inFocus: candidate.inFocus,
    });
  }
  return [...missing.values()];
}
