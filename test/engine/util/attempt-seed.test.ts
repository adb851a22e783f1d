import { expect, it } from 'vitest';
import { deriveAttemptSeed } from '#engine/util/keyed-random.ts';

it('leaves the seed of the first attempt as it is', () => {
  expect(deriveAttemptSeed('a seed', 1)).toBe('a seed');
});

it('gives every further attempt a seed of its own, the same one each time', () => {
  const seeds = [1, 2, 3, 4].map((attempt) => deriveAttemptSeed('a seed', attempt));
  expect(new Set(seeds).size).toBe(4);
  expect(deriveAttemptSeed('a seed', 3)).toBe(seeds[2]);
});
