import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addCosts,
  COST_KINDS,
  CostRules,
  type Costs,
  limitCosts,
  listCostClasses,
  payCosts,
} from '#engine/rules/attempt-consequences.ts';

const rules = CostRules.parse({});
const nothing: Costs = { heat: 0, time: 0, cred: 0, harm: 0, rep: 0 };

describe('an attempt costs', () => {
  it.each<[string, string, Partial<Costs> | undefined, Costs]>([
    ['a minute for a word', 'talk', undefined, { ...nothing, time: 1 }],
    ['what was estimated, when that is sensible', 'talk', { time: 4 }, { ...nothing, time: 4 }],
    ['five minutes of talk at most', 'talk', { time: 90 }, { ...nothing, time: 5 }],
    ['no heat for ordinary talk, whatever a model thinks', 'talk', { heat: 3 }, { ...nothing, time: 1 }],
    ['ten minutes at least to investigate', 'investigate', { time: 2 }, { ...nothing, time: 10 }],
    ['thirty minutes at most to investigate', 'investigate', { time: 45 }, { ...nothing, time: 30 }],
    ['attention, always, for violence', 'violence', undefined, { ...nothing, heat: 1 }],
    [
      'no more than its class allows',
      'violence',
      { heat: 9, time: 9, harm: 9, rep: -9, cred: -9 },
      { heat: 3, time: 5, harm: 2, rep: -2, cred: 0 },
    ],
    ['money either way in a trade', 'trade', { cred: -250, time: 10 }, { ...nothing, cred: -250, time: 10 }],
    ['as much as any other when nobody knows its class', 'juggle', { time: 12 }, { ...nothing, time: 12 }],
    ['nothing to an inherited name', 'constructor', undefined, nothing],
    ['whole numbers', 'talk', { time: 3.9 }, { ...nothing, time: 3 }],
    ['the least for an estimate that is no number', 'talk', { time: Number.NaN }, { ...nothing, time: 1 }],
    [
      'the most for an estimate without end',
      'talk',
      { time: Number.POSITIVE_INFINITY },
      { ...nothing, time: 5 },
    ],
  ])('%s', (_case, actionClass, proposed, costs) => {
    expect(limitCosts(rules, actionClass, proposed)).toEqual(costs);
  });

  it('what the ruleset declares, over what is published', () => {
    const own = CostRules.parse({
      classes: { talk: { time: 2, rep: { min: 0, max: 1 } }, hack: { heat: 2 } },
    });

    expect(limitCosts(own, 'talk', { time: 5, rep: 4 })).toEqual({ ...nothing, time: 2, rep: 1 });
    expect(limitCosts(own, 'hack')).toEqual({ ...nothing, heat: 2 });
    expect(limitCosts(own, 'investigate')).toEqual({ ...nothing, time: 10 });
    expect(Object.keys(listCostClasses(own))).toContain('hack');
  });
});

it.each<[string, Partial<Costs>, Partial<Costs>]>([
  ['talk', { time: 1 }, { time: 5 }],
  ['look', { time: 0 }, { time: 1 }],
  ['move', { time: 1 }, { time: 15 }],
  ['investigate', { time: 10 }, { time: 30 }],
  ['trade', { time: 5, cred: -10_000 }, { time: 30, cred: 10_000 }],
  ['sneak', { time: 1 }, { time: 15, heat: 1 }],
  ['tamper', { time: 5 }, { time: 30, heat: 1 }],
  ['threaten', { time: 1, rep: -1 }, { time: 5, heat: 1 }],
  ['violence', { heat: 1, rep: -2 }, { heat: 3, time: 5, harm: 2 }],
  ['other', {}, { time: 30 }],
])('publishes what %s costs at least and at most', (name, least, most) => {
  const all = (amount: number): Costs => ({
    heat: amount,
    time: amount,
    cred: amount,
    harm: amount,
    rep: amount,
  });

  expect(limitCosts(rules, name, all(-1e9))).toEqual({ ...nothing, ...least });
  expect(limitCosts(rules, name, all(1e9))).toEqual({ ...nothing, ...most });
});

describe('paying', () => {
  it.each<[string, Partial<Costs>, Partial<Costs>, Partial<Costs>]>([
    ['adds up', { heat: 2, time: 60 }, { heat: 1, time: 5 }, { heat: 3, time: 65 }],
    ['heat ends at 10', { heat: 9 }, { heat: 3 }, { heat: 10 }],
    ['harm ends at 6', { harm: 5 }, { harm: 4 }, { harm: 6 }],
    ['reputation falls to -10 and no further', { rep: -9 }, { rep: -5 }, { rep: -10 }],
    ['money never goes below nothing', { cred: 100 }, { cred: -250 }, { cred: 0 }],
    ['heat cools to nothing and no further', { heat: 1 }, { heat: -4 }, { heat: 0 }],
  ])('%s', (_case, meters, costs, after) => {
    expect(payCosts(rules, { ...nothing, ...meters }, { ...nothing, ...costs })).toEqual({
      ...nothing,
      ...after,
    });
  });

  it('leaves the meters it was given as they were', () => {
    const meters = Object.freeze({ ...nothing, heat: 2 });
    payCosts(rules, meters, { ...nothing, heat: 1 });

    expect(meters.heat).toBe(2);
  });
});

it('adds two costs', () => {
  expect(addCosts({ ...nothing, heat: 1, time: 5 }, { heat: 1, harm: 2 })).toEqual({
    ...nothing,
    heat: 2,
    time: 5,
    harm: 2,
  });
});

it('takes a range of one number', () => {
  expect(
    limitCosts(CostRules.parse({ classes: { wait: { time: { min: 10, max: 10 } } } }), 'wait').time,
  ).toBe(10);
});

it('refuses a range that ends before it begins', () => {
  const issues = CostRules.safeParse({ meters: { heat: { min: 5, max: 1 } } }).error?.issues;

  expect(issues).toMatchObject([
    { path: ['meters', 'heat', 'max'], message: 'max must not be less than min' },
  ]);
});

it('keeps every cost within its class and every meter within its limits', () => {
  const amount = fc.double({ min: -1e7, max: 1e7 });
  const costs = fc.record({ heat: amount, time: amount, cred: amount, harm: amount, rep: amount });
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(listCostClasses(rules))),
      costs,
      costs,
      (name, proposed, meters) => {
        const owed = limitCosts(rules, name, proposed);
        const paid = payCosts(rules, meters, owed);

        for (const kind of COST_KINDS) {
          const declared = listCostClasses(rules)[name]?.[kind] ?? 0;
          const range = typeof declared === 'number' ? { min: declared, max: declared } : declared;
          expect(owed[kind]).toBeGreaterThanOrEqual(range.min);
          expect(owed[kind]).toBeLessThanOrEqual(range.max);
          expect(paid[kind]).toBeGreaterThanOrEqual(rules.meters[kind].min);
          expect(paid[kind]).toBeLessThanOrEqual(rules.meters[kind].max);
        }
      },
    ),
    { numRuns: 300, seed: 11 },
  );
});
