import { describe, expect, it } from 'vitest';
import { type CheckParties, type PlannedRoll, planRoll } from '#engine/rules/checks.ts';
import { type DeclaredCheck, listChecks } from '#engine/rules/declared-check.ts';
import { Mechanics } from '#engine/rules/mechanics.ts';
import { createRollLedger } from '#engine/rules/verifiable-rolls.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { adventurer, creature } from '../srd5e/creatures.ts';
import { SEED } from './dice/rolled.ts';

const check = { id: 'one', label: 'One', covers: 'A deed.' };

function planned(resolution: object, written: object | string, parties: Partial<CheckParties>) {
  const isBuiltIn = typeof written === 'string';
  const mechanics = Mechanics.parse({ resolution, checks: isBuiltIn ? [] : [{ ...check, ...written }] });
  const declared = listChecks(mechanics).find(({ id }) => id === (isBuiltIn ? written : 'one'));
  if (declared === undefined) throw new Error('there is no such check');
  return planRoll(mechanics.resolution, declared, {
    actor: {},
    opponent: null,
    difficulty: null,
    ...parties,
  });
}

function rolled(...given: Parameters<typeof planned>): PlannedRoll {
  const plan = planned(...given);
  if (isRejection(plan) || plan.kind !== 'roll') throw new Error(`no roll: ${JSON.stringify(plan)}`);
  return plan;
}

const BANDED = { kind: 'banded', stats: ['nerve', 'wits'] };
const HARD = { stat: 'nerve', opposed_by: 'wits', difficulty: { easy: 1, hard: -1, desperate: -2 } };

describe('with bands', () => {
  it.each<[string, Partial<CheckParties>, number]>([
    ['the stat', {}, 2],
    ['the stat and what the word is worth', { difficulty: 'hard' }, 1],
    ['the stat when it is easy', { difficulty: 'easy' }, 3],
    ['the stat less what the other person has', { opponent: { nerve: 9, wits: 3 } }, -1],
    ['more against somebody weak', { opponent: { wits: -1 } }, 3],
    ['difficulty and the other person both', { opponent: { wits: 1 }, difficulty: 'desperate' }, -1],
    ['nothing for somebody without that number', { opponent: { nerve: 3 } }, 2],
  ])('rolls 2d6 and %s', (_what, parties, modifier) => {
    expect(rolled(BANDED, HARD, { actor: { nerve: 2, wits: 3 }, ...parties })).toMatchObject({
      expression: '2d6',
      modifier,
      target: null,
      details: { modifier },
    });
  });

  it('leaves the other person out where nothing opposes', () => {
    const plan = rolled(BANDED, { stat: 'nerve' }, { actor: { nerve: 2 }, opponent: { nerve: 3 } });

    expect(plan).toMatchObject({ modifier: 2, resistance: null });
  });

  it('reads the outcome by the bands', () => {
    const plan = rolled(BANDED, { stat: 'nerve' }, { actor: { nerve: 0 } });

    expect([6, 7, 10, 12].map((total) => plan.readOutcome(total).degree)).toEqual([
      'failure',
      'mixed',
      'success',
      'critical',
    ]);
  });

  it('adds the stat of a d20 and never a better one', () => {
    const d20 = { kind: 'd20_stat', stats: ['warmth', 'logic'] };

    expect(rolled(d20, { stat: 'warmth' }, { actor: { warmth: 1, logic: 8 } })).toMatchObject({
      expression: '1d20',
      modifier: 1,
    });
    expect(planned(d20, { stat: 'warmth' }, { actor: { logic: 8 } })).toMatchObject({
      rejected: expect.any(String),
      reason: expect.stringContaining('warmth'),
    });
  });

  it('adds the formula of a countdown', () => {
    const parties = { actor: { shyness: 7, chemistry: 3 } };

    expect(rolled({ kind: 'countdown' }, 'attempt', parties)).toMatchObject({
      expression: '1d20',
      modifier: 6,
    });
    expect(planned({ kind: 'countdown' }, 'attempt', { actor: { chemistry: 3 } })).toMatchObject({
      reason: expect.stringContaining('shyness'),
    });
  });

  it('lets an aspect speak', () => {
    const chorus = { kind: 'aspect', aspects: ['logic', 'empathy'] };
    const plan = rolled(
      chorus,
      { stat: 'logic', opposed_by: 'empathy' },
      { actor: { logic: 2, empathy: 6 }, opponent: { empathy: 3 } },
    );

    expect(plan).toMatchObject({ modifier: -1, resistance: { by: 'empathy', value: 3 } });
    expect([18, 12, 5].map((total) => plan.readOutcome(total).name)).toEqual([
      'logic overrides',
      'logic influences',
      'empathy speaks instead',
    ]);
  });
});

describe('under SRD 5e', () => {
  const srd = { kind: 'srd5e' };
  const sneak = adventurer('rogue', 1, { abilities: { dexterity: 16 }, skills: { stealth: 'proficient' } });

  it('rolls a skill against the DC of the word', () => {
    expect(rolled(srd, 'stealth', { actor: sneak, difficulty: 'hard' })).toMatchObject({
      expression: '1d20',
      modifier: 5,
      advantage: 'NONE',
      target: { kind: 'DC', value: 20 },
    });
    expect(rolled(srd, 'stealth', { actor: sneak })).toMatchObject({ target: { kind: 'DC', value: 15 } });
  });

  it('rolls against the passive score of whoever resists', () => {
    const guard = creature({ abilities: { wisdom: 14 } });

    expect(rolled(srd, 'stealth', { actor: sneak, opponent: guard, difficulty: 'easy' })).toMatchObject({
      target: { kind: 'DC', value: 12 },
      resistance: { by: 'perception', value: 12 },
    });
    expect(rolled(srd, 'stealth', { actor: sneak, opponent: {} })).toMatchObject({
      target: { value: 15 },
      resistance: null,
    });
  });

  it('uses another ability with a skill where the check names one', () => {
    const brute = creature({ abilities: { strength: 18, charisma: 8 } });

    expect(rolled(srd, { stat: 'strength', skill: 'intimidation' }, { actor: brute })).toMatchObject({
      modifier: 4,
    });
  });

  it('knows disadvantage from the stat block', () => {
    const tired = creature({ exhaustion: 1 });

    expect(rolled(srd, 'perception', { actor: tired }).details).toMatchObject({ advantage: 'DISADVANTAGE' });
  });

  it('counts a low face as 10 for a trained rogue of level 11', () => {
    const master = adventurer('rogue', 11, { skills: { stealth: 'proficient' } });
    const plan = rolled(srd, 'stealth', { actor: master, difficulty: 'easy' });

    expect(plan.readOutcome(5)).toMatchObject({ degree: 'success' });
    expect(plan.details.target).toBeUndefined();
    expect(plan.details.nameResult?.(5)).toBe('Success');
  });

  it('refuses somebody without a stat block', () => {
    expect(planned(srd, 'stealth', { actor: { nerve: 2 } })).toMatchObject({
      rejected: 'no-stat',
      reason:
        'Stealth cannot be rolled: the character has no SRD 5e stat block; give them a stat block for this ruleset',
    });
  });
});

describe('on a table', () => {
  const table = { kind: 'table_d100' };
  const persuade = { stat: 'tongue', opposed_by: 'resolve', roll_type: 'persuasion' };

  it('gives both numbers to whoever weighs the rows', () => {
    expect(planned(table, persuade, { actor: { tongue: 60 }, opponent: { resolve: 45 } })).toEqual({
      kind: 'table',
      expression: '1d100',
      modifier: 0,
      rollType: 'persuasion',
      strength: { stat: 'tongue', value: 60 },
      resistance: { by: 'resolve', value: 45 },
    });
    expect(planned(table, 'chaos', {})).toMatchObject({
      rollType: 'chaos',
      strength: null,
      resistance: null,
    });
  });

  it('refuses somebody without the number', () => {
    expect(planned(table, persuade, {})).toMatchObject({ rejected: 'no-stat' });
  });
});

it('plans nothing where the rulebook alone rules', () => {
  const none: DeclaredCheck = {
    ...check,
    stat: null,
    skill: null,
    rollType: null,
    costClass: null,
    opposedBy: null,
    difficulty: { easy: 0, normal: 0, hard: 0, desperate: 0 },
  };

  expect(planRoll({ kind: 'rulebook' }, none, { actor: {}, opponent: null, difficulty: null })).toMatchObject(
    {
      rejected: 'no-checks',
    },
  );
});

it('can be rolled as it stands, and the roll names its result', () => {
  const ledger = createRollLedger(SEED, { sceneIndex: 1 });
  const plan = rolled(BANDED, HARD, { actor: { nerve: 2 }, difficulty: 'hard' });
  const roll = ledger.roll(plan.expression, 'Nerve', plan.details);
  if (isRejection(roll)) throw new Error(roll.reason);

  expect(roll.modifier).toBe(1);
  expect(roll.result).toBe(plan.readOutcome(roll.total).name);
});
