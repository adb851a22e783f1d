import { unitVector } from '../embedding/unit-vector.ts';
import type { Candidate } from './candidate.ts';
import { cosineOf } from './cosine.ts';

/** How many of the best are taken to say what is meant. */
const VOICES = 2;

type Echo = {
  /** The question's own vector. */
  readonly question: Float32Array;
  /** Candidates by what speaks for each so far. */
  readonly scores: ReadonlyMap<Candidate, number>;
  readonly weight: number;
  /** Beyond so many a candidate is not near. */
  readonly depth: number;
};

/**
 * How near each candidate is, from 0 to 1, to the question as its best answers would have put it: a question is a few
 * words and lies beside its answers, which lie beside each other.
 */
export function echoed({ question, scores, weight, depth }: Echo): Map<Candidate, number> {
  const spoken = [...scores.keys()].flatMap((candidate) =>
    candidate.vector === null ? [] : [{ candidate, vector: candidate.vector }],
  );
  const scoreOf = ({ candidate }: { readonly candidate: Candidate }) => scores.get(candidate) ?? 0;
  // Equal scores go by id: the voices must not depend on which ranking answered first.
  const best = spoken
    .toSorted((a, b) => scoreOf(b) - scoreOf(a) || (a.candidate.id < b.candidate.id ? -1 : 1))
    .slice(0, VOICES);
  const meant = drawnTo(
    question,
    best.map(({ vector }) => vector),
    weight,
  );
  const near = spoken
    .map(({ candidate, vector }) => ({ candidate, cosine: cosineOf(meant, vector) }))
    .toSorted((a, b) => b.cosine - a.cosine)
    .slice(0, depth);
  const top = near[0]?.cosine ?? 0;
  const floor = near.at(-1)?.cosine ?? 0;
  const span = top - floor;
  return new Map(near.map(({ candidate, cosine }) => [candidate, span > 0 ? (cosine - floor) / span : 1]));
}

function drawnTo(question: Float32Array, others: readonly Float32Array[], weight: number): Float32Array {
  const sum = Float32Array.from(question);
  for (const other of others) {
    for (const [index, value] of other.entries())
      sum[index] = (sum[index] ?? 0) + (weight * value) / others.length;
  }
  return unitVector(sum);
}
