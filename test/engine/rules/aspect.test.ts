import { describe, expect, it } from 'vitest';
import { AspectResolution, findDominantAspect, findReaction } from '#engine/rules/mechanics/aspect.ts';
import { innerChorus } from './mechanics/rulesets.ts';

describe('the dominant aspect', () => {
  it.each([
    ['the highest', { logic: 3, empathy: 7, physique: 5 }, 'empathy'],
    ['the first in the ruleset among equals', { suggestion: 5, logic: 5, volition: 5 }, 'logic'],
    ['the only one there is', { perception: -2 }, 'perception'],
    ['never a number that is no aspect', { hit_points: 40, rhetoric: 2 }, 'rhetoric'],
  ])('is %s', (_case, stats, aspect) => {
    expect(findDominantAspect(innerChorus, stats)).toBe(aspect);
  });

  it('does not exist in a character without aspects', () => {
    expect(findDominantAspect(innerChorus, { hit_points: 40 })).toMatchObject({
      rejected: 'no-aspects',
      reason: expect.stringContaining('none of the aspects logic, empathy'),
    });
  });
});

describe('the reaction', () => {
  const stats = { logic: 5, empathy: 4 };

  it.each([
    [25, 'override', 'empathy'],
    [18, 'override', 'empathy'],
    [17, 'influence', 'empathy'],
    [12, 'influence', 'empathy'],
    [11, 'natural', null],
    [1, 'natural', null],
  ])('to a total of %i is %s', (total, kind, aspect) => {
    expect(findReaction(innerChorus, 'empathy', total, stats)).toEqual({ kind, aspect });
  });

  it.each([
    ['two points above, and stays silent', { empathy: 4, logic: 6 }, { kind: 'natural', aspect: null }],
    ['three points above, and speaks', { empathy: 4, logic: 7 }, { kind: 'other_aspect', aspect: 'logic' }],
    [
      'three above, and the highest of several speaks',
      { empathy: 1, logic: 5, volition: 6 },
      { kind: 'other_aspect', aspect: 'volition' },
    ],
  ])('below 12 with another aspect %s', (_case, differing, reaction) => {
    expect(findReaction(innerChorus, 'empathy', 11, differing)).toEqual(reaction);
  });

  it('above 11 belongs to the aspect that rolled, however loud another is', () => {
    expect(findReaction(innerChorus, 'empathy', 12, { empathy: 1, logic: 20 })).toEqual({
      kind: 'influence',
      aspect: 'empathy',
    });
  });

  it('follows the margin the ruleset sets', () => {
    const strict = AspectResolution.parse({ ...innerChorus, clearly_higher_by: 1 });

    expect(findReaction(strict, 'empathy', 5, { empathy: 4, logic: 5 })).toEqual({
      kind: 'other_aspect',
      aspect: 'logic',
    });
  });

  it('is refused for what is no aspect', () => {
    expect(findReaction(innerChorus, 'luck', 20, stats)).toMatchObject({
      rejected: 'unknown-aspect',
      reason: expect.stringContaining('luck is no aspect; there are logic, empathy'),
      path: ['aspect'],
    });
  });
});

it('refuses a ruleset whose influence reaches above its override', () => {
  const result = AspectResolution.safeParse({ ...innerChorus, override_from: 12, influence_from: 12 });

  expect(result.error?.issues).toMatchObject([
    { path: ['override_from'], message: 'override_from must be more than influence_from' },
  ]);
});
