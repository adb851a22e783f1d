import { describe, expect, it } from 'vitest';
import { type Attempt, resolveAttempt } from '#engine/rules/mechanics.ts';
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

const attempted = (change: Partial<Attempt> = {}) =>
  resolveAttempt(freeformMechanics, { ...burglary, ...change });

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
      costs: { heat: 0, time: 8, cred: 0, harm: 0, rep: 0 },
      consequence: null,
      streak: { failures: 0, bound: 0 },
      binding: null,
      escalation: { level: 'soft', provocations: 0 },
    });
  });

  it('that fails pays for its risk, binds its streak and provokes whom it was aimed at', () => {
    expect(attempted({ degree: 'failure' })).toMatchObject({
      tier: 1,
      costs: { heat: 1, time: 8, harm: 0 },
      consequence: { clock_ticks: 1, heat: 1 },
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

    expect(outcome).toMatchObject({ tier: 2, costs: { heat: 2, harm: 3 }, consequence: { clock_ticks: 2 } });
    expect(outcome.escalation).toEqual({ level: 'hard', provocations: 2 });
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
