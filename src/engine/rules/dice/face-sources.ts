import { keyedRandom } from '#engine/kit/keyed-random.ts';
import { lowestFace } from './dice-range.ts';
import type { NextFace } from './throw-dice.ts';

/** Faces decided by the session's seed, the place of the scene in the stream and the ordinal of the check, and by nothing else. */
export function seededFaces(seed: string, diceIndex: number, ordinal: number): NextFace {
  if (seed === '') throw new RangeError('dice need a seed');
  if (!Number.isSafeInteger(diceIndex) || diceIndex < 0 || !Number.isSafeInteger(ordinal) || ordinal < 0) {
    throw new RangeError(`dice need a scene index and an ordinal from 0, not ${diceIndex} and ${ordinal}`);
  }
  const random = keyedRandom(seed, `dice:${diceIndex}:${ordinal}`);
  return (term) => lowestFace(term) + random.below(term.sides);
}

/** Faces somebody reports, given out in order. `used` tells how many were taken. */
export function reportedFaces(faces: readonly number[]): { readonly next: NextFace; used(): number } {
  let used = 0;
  return {
    next: () => {
      const face = faces[used];
      if (face === undefined) return null;
      used += 1;
      return face;
    },
    used: () => used,
  };
}
