import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addCosts,
  CostRules,
  type Costs,
  limitCosts,
  listCostClasses,
  MeterRules,
} from '#engine/rules/attempt-consequences.ts';
import { Mechanics } from '#engine/rules/mechanics.ts';

const meters = MeterRules.parse({
  heat: { name: 'Heat' },
  cred: { name: 'Cred', max: 1_000_000, money: true },
  harm: { name: 'Harm', max: 6 },
  rep: { name: 'Rep', min: -10 },
});
const rules = { costs: CostRules.parse({}), meters };
/** Costs that are nothing are left out. */
const drop = (costs: Costs) => Object.fromEntries(Object.entries(costs).filter(([, amount]) => amount !== 0));
const limited = (...[own, name, proposed]: Parameters<typeof limitCosts>) =>
  drop(limitCosts(own, name, proposed));

describe('an attempt costs', () => {
  it.each<[string, string, Partial<Costs> | undefined, Costs]>([
    ['a minute for a word', 'talk', undefined, { time: 1 }],
    ['what was estimated, when that is sensible', 'talk', { time: 4 }, { time: 4 }],
    ['five minutes of talk at most', 'talk', { time: 90 }, { time: 5 }],
    ['no heat for ordinary talk, whatever a model thinks', 'talk', { heat: 3 }, { time: 1 }],
    ['ten minutes at least to investigate', 'investigate', { time: 2 }, { time: 10 }],
    ['thirty minutes at most to investigate', 'investigate', { time: 45 }, { time: 30 }],
    ['attention, always, for violence', 'violence', undefined, { heat: 1 }],
    [
      'no more than its class allows',
      'violence',
      { heat: 9, time: 9, harm: 9, rep: -9, cred: -9 },
      { heat: 3, time: 5, harm: 2, rep: -2 },
    ],
    ['money either way in a trade', 'trade', { cred: -250, time: 10 }, { cred: -250, time: 10 }],
    ['as much as any other when nobody knows its class', 'juggle', { time: 12 }, { time: 12 }],
    ['nothing to an inherited name', 'constructor', undefined, {}],
    ['whole numbers', 'talk', { time: 3.9 }, { time: 3 }],
    ['the least for an estimate that is no number', 'talk', { time: Number.NaN }, { time: 1 }],
    ['the most for an estimate without end', 'talk', { time: Number.POSITIVE_INFINITY }, { time: 5 }],
  ])('%s', (_case, actionClass, proposed, costs) => {
    expect(limited(rules, actionClass, proposed)).toEqual(costs);
  });

  it('what the ruleset declares, over what is published', () => {
    const costs = CostRules.parse({
      classes: { talk: { time: 2, rep: { min: 0, max: 1 } }, hack: { heat: 2 } },
    });
    const own = { costs, meters };

    expect(limited(own, 'talk', { time: 5, rep: 4 })).toEqual({ time: 2, rep: 1 });
    expect(limited(own, 'hack')).toEqual({ heat: 2 });
    expect(limited(own, 'investigate')).toEqual({ time: 10 });
    expect(Object.keys(listCostClasses(costs))).toContain('hack');
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
  ['threaten', { time: 1, rep: -1 }, { time: 5, heat: 1, rep: 0 }],
  ['violence', { heat: 1, rep: -2 }, { heat: 3, time: 5, harm: 2, rep: 0 }],
  ['other', {}, { time: 30 }],
])('publishes what %s costs at least and at most', (name, least, most) => {
  const all = (amount: number): Costs => ({
    heat: amount,
    time: amount,
    cred: amount,
    harm: amount,
    rep: amount,
  });

  expect(limited(rules, name, all(-1e9))).toEqual(drop({ ...least } as Costs));
  expect(limitCosts(rules, name, all(1e9))).toEqual({ ...most });
});

it('costs nothing of a meter the ruleset does not declare', () => {
  expect(limitCosts({ ...rules, meters: {} }, 'violence', { heat: 3, time: 2 })).toEqual({ time: 2 });
});

it('adds two costs', () => {
  expect(addCosts({ heat: 1, time: 5 }, { heat: 1, harm: 2 })).toEqual({ heat: 2, time: 5, harm: 2 });
});

it('takes a range of one number', () => {
  const costs = CostRules.parse({ classes: { wait: { time: { min: 10, max: 10 } } } });

  expect(limitCosts({ costs, meters }, 'wait').time).toBe(10);
});

it.each([
  ['ends before it begins', { min: 5, max: 1 }, 'max must be more than min'],
  ['begins outside its scale', { start: 12 }, 'start must lie between min and max'],
])('refuses a meter that %s', (_case, heat, message) => {
  const { error } = MeterRules.safeParse({ heat: { name: 'Heat', ...heat } });

  expect(error?.issues.map((issue) => issue.message)).toContain(message);
});

it.each([
  [
    'a meter that is not declared',
    { costs: { classes: { talk: { heat: 1 } } } },
    'no meter heat is declared',
  ],
  [
    'a class that no check names',
    { costs: { classes: { bribe: { time: 5 } } } },
    'no action is of class bribe',
  ],
  [
    'a check of an unknown class',
    { checks: [{ id: 'bribe', label: 'Bribe', covers: 'Bribing.', stat: 'nerve', costs: 'bribery' }] },
    'there is no class bribery',
  ],
  [
    'two kinds of money',
    { meters: { cred: { name: 'Cred', money: true }, gold: { name: 'Gold', money: true } } },
    'only one meter can be money',
  ],
])('refuses %s', (_case, mechanics, message) => {
  const resolution = { kind: 'banded', stats: ['nerve'] };
  const { error } = Mechanics.safeParse({ resolution, ...mechanics });

  expect(error?.issues.map((issue) => issue.message).join(' ')).toContain(message);
});

it('keeps every cost within its class', () => {
  const amount = fc.double({ min: -1e7, max: 1e7 });
  const proposal = fc.record({ heat: amount, time: amount, cred: amount, harm: amount, rep: amount });
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(listCostClasses(rules.costs))), proposal, (name, proposed) => {
      for (const [kind, owed] of Object.entries(limitCosts(rules, name, proposed))) {
        const declared = listCostClasses(rules.costs)[name]?.[kind] ?? 0;
        const range = typeof declared === 'number' ? { min: declared, max: declared } : declared;
        expect(owed).toBeGreaterThanOrEqual(range.min);
        expect(owed).toBeLessThanOrEqual(range.max);
      }
    }),
    { numRuns: 300, seed: 11 },
  );
});
