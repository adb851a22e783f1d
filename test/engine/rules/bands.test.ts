import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Bands, findBand } from '#engine/rules/resolution.ts';
import { everydayTension, freeform, sevenMinutes } from './mechanics/rulesets.ts';

const bandsOf = (resolution: object): Bands => Bands.parse('bands' in resolution ? resolution.bands : []);

describe('every total has its band', () => {
  it.each([
    [-3, 'failure'],
    [2, 'failure'],
    [6, 'failure'],
    [7, 'mixed'],
    [9, 'mixed'],
    [10, 'success'],
    [11, 'success'],
    [12, 'critical'],
    [15, 'critical'],
  ])('freeform: %i is %s', (total, degree) => {
    expect(findBand(bandsOf(freeform), total).degree).toBe(degree);
  });

  it.each([
    [1, 'failure'],
    [9, 'failure'],
    [10, 'mixed'],
    [15, 'mixed'],
    [16, 'success'],
    [30, 'success'],
  ])('everyday tension: %i is %s', (total, degree) => {
    expect(findBand(bandsOf(everydayTension), total).degree).toBe(degree);
  });

  it.each([
    [1, 'Failure'],
    [11, 'Failure'],
    [12, 'Awkward partial'],
    [17, 'Awkward partial'],
    [18, 'Bold success'],
    [40, 'Bold success'],
  ])('seven minutes: %i is %s', (total, name) => {
    expect(findBand(bandsOf(sevenMinutes), total).name).toBe(name);
  });
});

describe('bands are refused', () => {
  const band = (from: number | undefined, name: string) => ({
    ...(from !== undefined && { from }),
    name,
    degree: 'mixed',
  });

  it.each([
    [
      'without a lowest one',
      [band(7, 'Good'), band(3, 'Poor')],
      [[[1, 'from'], 'no band takes totals below 3; leave out the from of the lowest band']],
    ],
    [
      'with two lowest ones',
      [band(7, 'Good'), band(undefined, 'Poor'), band(undefined, 'Worse')],
      [[[2, 'from'], 'Worse and Poor both have no from; only the lowest band goes without']],
    ],
    [
      'with two that begin alike',
      [band(7, 'Good'), band(7, 'Great'), band(undefined, 'Poor')],
      [[[1, 'from'], 'Great and Good both begin at 7']],
    ],
  ])('%s', (_case, bands, issues) => {
    expect(Bands.safeParse(bands).error?.issues.map(({ path, message }) => [path, message])).toEqual(issues);
  });

  it('when there is only one', () => {
    expect(Bands.safeParse([band(undefined, 'Anything')]).success).toBe(false);
  });

  it('and never read when nobody checked them', () => {
    expect(() => findBand([{ from: 7, name: 'Good', degree: 'success', meaning: '' }], 3)).toThrow(
      'never checked',
    );
  });
});

it('puts every total in the band whose edge is the nearest below', () => {
  const edges = fc.uniqueArray(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(edges, fc.integer({ min: -100, max: 100 }), (froms, total) => {
      const bands = Bands.parse([
        { name: 'below', degree: 'failure' },
        ...froms.map((from) => ({ from, name: String(from), degree: 'success' })),
      ]);
      const below = froms.filter((from) => from <= total);

      expect(findBand(bands, total).name).toBe(below.length === 0 ? 'below' : String(Math.max(...below)));
    }),
    { numRuns: 500, seed: 5 },
  );
});
