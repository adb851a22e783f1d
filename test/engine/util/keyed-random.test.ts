import { expect, it } from 'vitest';
import { createKeyedRandom } from '#engine/util/keyed-random.ts';

const draws = (key: string, label: string, bound: number, count: number) => {
  const random = createKeyedRandom(key, label);
  return Array.from({ length: count }, () => random.below(bound));
};

it('gives the same numbers on every machine', () => {
  expect(draws('a seed', 'a label', 6, 12)).toEqual(draws('a seed', 'a label', 6, 12));
  expect(draws('a seed', 'a label', 1_000, 4)).toMatchInlineSnapshot(`
    [
      404,
      810,
      879,
      199,
    ]
  `);
});

it('gives other numbers for another key or another label', () => {
  expect(draws('a seed', 'a label', 1_000, 8)).not.toEqual(draws('another', 'a label', 1_000, 8));
  expect(draws('a seed', 'a label', 1_000, 8)).not.toEqual(draws('a seed', 'another', 1_000, 8));
});

it('reaches every number below the bound and none beyond', () => {
  expect(new Set(draws('k', 'l', 7, 500))).toEqual(new Set([0, 1, 2, 3, 4, 5, 6]));
});

it.each([0, -1, 1.5, Number.NaN, 2 ** 32 + 1])('refuses the bound %s', (bound) => {
  expect(() => createKeyedRandom('k', 'l').below(bound)).toThrow(RangeError);
});
