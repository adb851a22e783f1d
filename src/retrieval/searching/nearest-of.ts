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
  return found.sort((a, b) => b.score - a.score || (a.held.id < b.held.id ? -1 : 1)).slice(0, depth);
}

/** More rows than needed, by so much: cosines of all are rough, and fewer may pass among the nearest than among all. */
const SPARE = 2;

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
  const passing = (most: number) => {
    const floor = floorOf(cosines, most);
    const found: ShelvedRow[] = [];
    for (let number = 0; number < cosines.length; number++) {
      const held = (cosines[number] ?? 0) >= floor ? rows[number] : undefined;
      if (held?.hasVector === true && lets(held)) found.push(held);
    }
    return found;
  };
  const likely = share === 0 ? rows.length : Math.ceil((depth * SPARE) / share);
  const near = passing(likely);
  const isEnough = near.length >= depth || likely >= rows.length;
  return nearestOf(shelf, isEnough ? near : passing(rows.length), question, depth);
}

const BUCKETS = 4_096;
const bucketOf = (cosine: number) => Math.floor(((cosine + 1) / 2) * (BUCKETS - 1));

/** A cosine that at least so many reach, and hardly more. To count is many times as fast as to sort. */
function floorOf(cosines: Float32Array, most: number): number {
  const counts = new Uint32Array(BUCKETS);
  for (let number = 0; number < cosines.length; number++) {
    const bucket = bucketOf(cosines[number] ?? 0);
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  let left = most;
  for (let bucket = BUCKETS - 1; bucket >= 0; bucket--) {
    left -= counts[bucket] ?? 0;
    if (left <= 0) return (bucket / (BUCKETS - 1)) * 2 - 1;
  }
  return Number.NEGATIVE_INFINITY;
}
