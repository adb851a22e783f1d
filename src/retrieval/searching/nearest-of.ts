import { unitVector } from '../embedding/unit-vector.ts';
import type { ShelvedRow } from '../lance/shelf.ts';
import { cosineOf } from '../ranking/cosine.ts';

export type Found = { readonly held: ShelvedRow; readonly score: number };

/** The rows nearest to a question, nearest first; none when it has no vector. */
export function nearestOf(
  rows: readonly ShelvedRow[],
  question: Float32Array | null,
  depth: number,
): Found[] {
  if (question === null) return [];
  const unit = unitVector(question);
  const found: Found[] = [];
  for (const held of rows) if (held.vector !== null) found.push({ held, score: cosineOf(unit, held.vector) });
  const floor = floorOf(found, depth);
  return found
    .filter(({ score }) => score >= floor)
    .sort((a, b) => b.score - a.score || (a.held.id < b.held.id ? -1 : 1))
    .slice(0, depth);
}

/** The score of the last that counts: numbers alone are sorted much faster than what they belong to. */
function floorOf(found: readonly Found[], depth: number): number {
  const scores = Float64Array.from(found, ({ score }) => score).sort();
  return scores[scores.length - depth] ?? Number.NEGATIVE_INFINITY;
}
