import { describe, expect, it } from 'vitest';
import { type Attempt, Mechanics, resolveAttempt } from '#engine/rules/mechanics.ts';
import type { Degree } from '#engine/rules/resolution.ts';
import { freeformMechanics } from './mechanics/rulesets.ts';

/** Somebody tries to break into the back office while the owner is about. */
const burglary: Attempt = {
  degree: 'success',
  actionClass: 'sneak',
  proposedCosts: { time: 8 },
  risks: ['contested'],
  streak: { failures: 2, bound: 0 },
  against: {},
};

const metered = Mechanics.parse({
  pipeline: 'full',
  resolution: { kind: 'banded' },
  meters: { heat: { name: 'Heat' }, harm: { name: 'Harm', max: 6 }, rep: { name: 'Rep', min: -10 } },
});
const attempted = (change: Partial<Attempt> = {}, mechanics = metered) =>
  resolveAttempt(mechanics, { ...burglary, ...change });

describe('an attempt', () => {
  it.each<Degree>(['critical', 'success', 'mixed', 'failure'])(
    'costs its time also when it is a %s',
    (degree) => {
      expect(attempted({ degree }).costs.time).toBe(8);
    },
  );

  it('that works costs what it costs and nothing more', () => {
    expect(attempted()).toEqual({
      tier: 1,
      costs: { time: 8, heat: 0 },
      consequence: null,
      streak: { failures: 0, bound: 0 },
      binding: null,
      escalation: { level: 'soft', provocations: 0 },
    });
  });

  it('that fails pays for its risk, binds its streak and provokes whom it was aimed at', () => {
    const outcome = attempted({ degree: 'failure' });

    expect(outcome.costs).toEqual({ time: 8, heat: 1 });
    expect(outcome).toMatchObject({
      tier: 1,
      consequence: { clock_ticks: 1, meters: { heat: 1 } },
      streak: { failures: 0, bound: 1 },
      binding: { name: 'The way is barred' },
      escalation: { level: 'soft', provocations: 1 },
    });
  });

  it('that fails dangerously hurts on top of what violence costs anyway', () => {
    const outcome = attempted({
      degree: 'failure',
      actionClass: 'violence',
      risks: ['violence'],
      proposedCosts: { harm: 1 },
    });

    expect(outcome.costs).toEqual({ time: 0, heat: 2, harm: 3, rep: 0 });
    expect(outcome).toMatchObject({ tier: 2, consequence: { clock_ticks: 2, meters: { harm: 2, heat: 1 } } });
    expect(outcome.escalation).toEqual({ level: 'hard', provocations: 2 });
  });

  it('costs only time where the ruleset declares no meters', () => {
    const violence = { degree: 'failure', actionClass: 'violence', risks: ['violence'] } as const;

    expect(attempted(violence, freeformMechanics).costs).toEqual({ time: 5 });
  });

  it('aimed at nobody provokes nobody', () => {
    const { against: _nobody, ...unaimed } = burglary;

    expect(resolveAttempt(freeformMechanics, { ...unaimed, degree: 'failure' }).escalation).toBeNull();
  });

  it('goes on from where the other side stands', () => {
    const guard = { profile: 'killer', escalation: { level: 'hard', provocations: 1 } } as const;

    expect(attempted({ degree: 'failure', risks: ['violence'], against: guard }).escalation).toEqual({
      level: 'lethal',
      provocations: 3,
    });
  });
});

it('comes out the same every time', () => {
  expect(attempted({ degree: 'mixed' })).toEqual(attempted({ degree: 'mixed' }));
});
