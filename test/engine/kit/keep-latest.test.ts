import { expect, it } from 'vitest';
import { keepLatest } from '#engine/kit/keep-latest.ts';

it('keeps what was put in last', () => {
  const kept = keepLatest<number>(2);
  kept.put('one', 1);
  kept.put('two', 2);
  kept.put('one', 1);
  kept.put('three', 3);

  expect(['one', 'two', 'three'].map(kept.get)).toEqual([1, undefined, 3]);
  expect(kept.has('two')).toBe(false);
});
