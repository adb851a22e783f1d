import { expect, it } from 'vitest';
import {
  doRangesOverlap,
  incrementPatchVersion,
  isVersionInRange,
  isVersionRange,
} from '#engine/content/version-range.ts';

it.each([
  ['1.2.3', '^1.2.0', true],
  ['2.0.0', '^1.2.0', false],
  ['0.3.0', '^0.2.1', false],
  ['1.2.9', '~1.2.3', true],
  ['1.3.0', '~1.2.3', false],
  ['1.9.9', '1.x', true],
  ['3.0.0', '>=1.0.0 <3', false],
  ['5.1.0', '>=1.0.0 <3 || 5.x', true],
  ['1.0.0', '*', true],
  ['2.0.0-beta.1', '^1.0.0 || ^2.0.0', false],
  ['2.0.0-beta.2', '^2.0.0-beta.1', true],
])('%s in %s: %s', (version, range, isIn) => {
  expect(isVersionInRange(version, range)).toBe(isIn);
});

it('tells ranges from other text', () => {
  expect(['^1.0.0', '1 - 2', '>=1 <2', 'x'].every(isVersionRange)).toBe(true);
  expect(['newest', '1.0.0.0', '^^1'].some(isVersionRange)).toBe(false);
});

it('knows whether two ranges can meet', () => {
  expect(doRangesOverlap('^1.0.0', '>=1.5.0')).toBe(true);
  expect(doRangesOverlap('^1.0.0', '^2.0.0')).toBe(false);
});

it('counts a small change up', () => {
  expect([
    incrementPatchVersion('1.2.9'),
    incrementPatchVersion('1.0.0-beta.1'),
    incrementPatchVersion('none'),
  ]).toEqual(['1.2.10', '1.0.0', '1.0.0']);
});
