import type { Candidate, CandidateRelations } from './candidate.ts';
import type { RankingWeights } from './ranking-weights.ts';

/** Contributions of both rankings to every candidate's score. */
type WeighedShares = ReadonlyMap<Candidate, { readonly fullText: number; readonly vector: number }>;

type HistoryRelations = Extract<CandidateRelations, { readonly source: 'history' }>;

/** A piece of history among the candidates, with what surrounds it. */
type Piece = {
  readonly candidate: Candidate;
  readonly relations: HistoryRelations;
  readonly score: number;
  /** The pieces of the same strand, by scene. */
  readonly scenes: ReadonlyMap<number, readonly Piece[]>;
  readonly episode: { fullText: number; vector: number };
};

/**
 * Computes what the surroundings of a piece of history add to its score. These are the better neighbour, what stands
 * two scenes away, and the best of the same episode by words and by meaning. What answers a question that was asked just before gets more of that question's score.
 */
export function computeSurroundings(
  weighed: WeighedShares,
  { history }: RankingWeights,
): Map<Candidate, number> {
  const lent = listPieces(weighed).map((piece): [Candidate, number] => {
    const { scenes, relations, episode, candidate } = piece;
    const bestOf = (steps: readonly number[], worth: (other: Piece) => number) => {
      let best = 0;
      for (const step of steps)
        for (const other of scenes.get(relations.sceneIndex + step) ?? [])
          if (other !== piece) best = Math.max(best, other.score * worth(other));
      return best;
    };
    const beside = bestOf([-1, 0, 1], (other) => {
      const isAnswered = other.relations.asks && isBefore(other.relations, relations);
      return history.neighbour + (isAnswered ? history.answer : 0);
    });
    const near = bestOf([-2, 2], () => history.near);
    // What one piece says in the question's words another may mean.
    return [candidate, beside + near + history.episode * (episode.fullText + episode.vector)];
  });
  return new Map(lent);
}

function isBefore(one: HistoryRelations, other: HistoryRelations): boolean {
  if (one.sceneIndex !== other.sceneIndex) return one.sceneIndex < other.sceneIndex;
  return one.ordinal < other.ordinal;
}

function listPieces(weighed: WeighedShares): Piece[] {
  const strands = new Map<string, Map<number, Piece[]>>();
  const episodes = new Map<string, Piece['episode']>();
  return [...weighed].flatMap(([candidate, { fullText, vector }]) => {
    const { relations, table } = candidate;
    if (relations.source !== 'history') return [];
    // Per session and owning character, or without one. No id contains a NUL.
    const strand = `${table}\0${relations.sessionId}\0${relations.ownerId}`;
    const scenes = getOrPut(strands, strand, () => new Map<number, Piece[]>());
    const episode = getOrPut(episodes, `${table}\0${relations.episode}`, () => ({ fullText: 0, vector: 0 }));
    episode.fullText = Math.max(episode.fullText, fullText);
    episode.vector = Math.max(episode.vector, vector);
    const piece = { candidate, relations, score: fullText + vector, scenes, episode };
    getOrPut(scenes, relations.sceneIndex, (): Piece[] => []).push(piece);
    return piece;
  });
}

/** Lengths differ by more than so many powers of e without saying more. */
const MOST_DIFFERENCE = 2;

/**
 * Computes what a piece of history gains or loses by itself, for every question. Words and vectors favour what is short; a
 * piece longer than others of its kind says more. A piece that ends in a question seldom answers one.
 */
export function computePriors(
  candidates: readonly Candidate[],
  { history }: RankingWeights,
): Map<Candidate, number> {
  const lengths = new Map<string, { sum: number; count: number }>();
  const pieces = candidates.flatMap((candidate) => {
    const { relations } = candidate;
    if (relations.source !== 'history') return [];
    const length = Math.log(Math.max(1, relations.length));
    const usual = getOrPut(lengths, relations.kind, () => ({ sum: 0, count: 0 }));
    usual.sum += length;
    usual.count += 1;
    return { candidate, asks: relations.asks, length, usual };
  });
  return new Map(
    pieces.map(({ candidate, asks, length, usual: { sum, count } }) => {
      const longer = Math.max(-MOST_DIFFERENCE, Math.min(MOST_DIFFERENCE, length - sum / count));
      return [candidate, history.length * longer - (asks ? history.question : 0)];
    }),
  );
}

function getOrPut<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** The question marks of scripts that have one of their own, and what may close a sentence after it. */
const QUESTION = /[?？؟⸮՞፧][\p{Pe}\p{Pf}\p{Pi}"'\s]*$/u;
const END = 12;

/** Returns whether a text ends in a question. */
export function endsInQuestion(text: string): boolean {
  return QUESTION.test(text.slice(-END));
}
