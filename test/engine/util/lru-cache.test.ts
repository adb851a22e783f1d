import { expect, it } from 'vitest';
import { createLruCache } from '#engine/util/lru-cache.ts';

it('evicts the entry that was not read or written for the longest time', () => {
  const cache = createLruCache<string, string>(2);
  cache.set('one', '1');
  cache.set('two', '2');
  cache.get('one');
  cache.set('three', '3');

  expect(['one', 'two', 'three'].map((key) => cache.get(key))).toEqual(['1', undefined, '3']);
  expect(cache.has('two')).toBe(false);
});
