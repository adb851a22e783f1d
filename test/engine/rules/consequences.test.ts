import { describe, expect, it } from 'vitest';
import {
  ConsequenceRules,
  findConsequenceTier,
  type RiskFlag,
  selectConsequence,
} from '#engine/rules/attempt-consequences.ts';

const rules = ConsequenceRules.parse({});

describe('the tier of an action', () => {
  it.each<[readonly RiskFlag[], number]>([
    [[], 0],
    [['contested'], 1],
    [['sensitive'], 1],
    [['violence'], 2],
    [['dangerous'], 2],
    [['pursuit'], 2],
    [['hostile_present'], 2],
    [['sensitive', 'contested'], 1],
    [['contested', 'violence', 'sensitive'], 2],
  ])('with the risks %j is %i', (flags, tier) => {
    expect(findConsequenceTier(rules, flags)).toBe(tier);
  });

  it('is the ruleset’s to say', () => {
    const mild = ConsequenceRules.parse({ risks: { hostile_present: 0, violence: 1 } });

    expect(findConsequenceTier(mild, ['hostile_present'])).toBe(0);
    expect(findConsequenceTier(mild, ['hostile_present', 'violence'])).toBe(1);
    expect(findConsequenceTier(mild, ['pursuit'])).toBe(2);
  });
});

describe('what follows', () => {
  it.each([
    [0, 'failure', { clock_ticks: 0, meters: {} }],
    [0, 'mixed', { clock_ticks: 0, meters: {} }],
    [1, 'failure', { clock_ticks: 1, meters: { heat: 1 } }],
    [1, 'mixed', { clock_ticks: 1, meters: {} }],
    [2, 'failure', { clock_ticks: 2, meters: { harm: 2, heat: 1 } }],
    [2, 'mixed', { clock_ticks: 1, meters: { harm: 1 } }],
  ] as const)('at tier %i from a %s', (tier, degree, consequence) => {
    expect(selectConsequence(rules, tier, degree)).toMatchObject(consequence);
  });

  it.each([0, 1, 2] as const)('is nothing at tier %i when it worked', (tier) => {
    expect(selectConsequence(rules, tier, 'success')).toBeNull();
    expect(selectConsequence(rules, tier, 'critical')).toBeNull();
  });

  it('is never milder at a higher tier', () => {
    for (const degree of ['failure', 'mixed'] as const) {
      const [safe, risky, dangerous] = ([0, 1, 2] as const).map((tier) => {
        const { clock_ticks = 0, meters = {} } = selectConsequence(rules, tier, degree) ?? {};
        return Object.values(meters).reduce((sum, by) => sum + by, clock_ticks);
      });

      expect(safe).toBeLessThan(risky ?? 0);
      expect(risky).toBeLessThan(dangerous ?? 0);
    }
  });
});

it.each([3, -1, 1.5, '2'])('refuses %j as a tier', (tier) => {
  expect(ConsequenceRules.safeParse({ risks: { violence: tier } }).success).toBe(false);
});
