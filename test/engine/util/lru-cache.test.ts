import { expect, it } from 'vitest';
import { createLruCache } from '#engine/util/lru-cache.ts';

it('keeps what was put in last', () => {
  const kept = createLruCache<number>(2);
  kept.put('one', 1);
  kept.put('two', 2);
  kept.put('one', 1);
  kept.put('three', 3);

  expect(['one', 'two', 'three'].map(kept.get)).toEqual([1, undefined, 3]);
  expect(kept.has('two')).toBe(false);
});
