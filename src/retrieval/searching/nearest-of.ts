import type { Shelf, ShelvedRow } from '../lance/shelf.ts';
import { cosineOf } from '../ranking/cosine.ts';
import type { Sieve } from './sieve.ts';

export type Found = { readonly held: ShelvedRow; readonly score: number };

/** The rows nearest to a question of length 1, nearest first; none when it has no vector. */
export function nearestOf(
  shelf: Shelf,
  rows: readonly ShelvedRow[],
  question: Float32Array | null,
  depth: number,
): Found[] {
  if (question === null) return [];
  const found = rows.flatMap((held): Found[] => {
    const vector = shelf.vectorOf(held);
    return vector === null ? [] : [{ held, score: cosineOf(question, vector) }];
  });
  return nearestFirst(found, depth);
}

/** More rows than needed, by so much: fewer may pass among the nearest than among all. */
const SPARE = 1.5;

/** The same of all rows of a shelf that a sieve lets through. Only those that are near enough are asked whether they may be seen. */
export function nearestOnShelf(
  shelf: Shelf,
  { lets, share }: Sieve,
  question: Float32Array | null,
  depth: number,
): Found[] {
  if (question === null) return [];
  const rows = shelf.all();
  const cosines = shelf.cosines(question);
  const sorted = cosines.toSorted();
  const passing = (most: number) => {
    const floor = sorted[sorted.length - most] ?? Number.NEGATIVE_INFINITY;
    const found: Found[] = [];
    for (const [number, score] of cosines.entries()) {
      const held = score >= floor ? rows[number] : undefined;
      if (held?.hasVector === true && lets(held)) found.push({ held, score });
    }
    return found;
  };
  const likely = share === 0 ? rows.length : Math.ceil((depth * SPARE) / share);
  const near = passing(likely);
  const isEnough = near.length >= depth || likely >= rows.length;
  return nearestFirst(isEnough ? near : passing(rows.length), depth);
}

function nearestFirst(found: Found[], depth: number): Found[] {
  return found.sort((a, b) => b.score - a.score || (a.held.id < b.held.id ? -1 : 1)).slice(0, depth);
}
