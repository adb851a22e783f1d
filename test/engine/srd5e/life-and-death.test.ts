import { describe, expect, it } from 'vitest';
import { computeCheckEdge, computeSaveEdge } from '#engine/srd5e/checks.ts';
import { computeSpeed, getHitPointMaximum } from '#engine/srd5e/derived-numbers.ts';
import {
  changeExhaustion,
  computeConcentrationDifficulty,
  endConcentration,
  grantTemporaryHitPoints,
  heal,
  revive,
  rollConcentration,
  rollDeathSave,
  rollFirstAid,
  rollHoursUntilAwake,
  stabilize,
  startConcentration,
} from '#engine/srd5e/hit-points.ts';
import { adventurer, creature, dying } from './creatures.ts';
import { resolved } from './resolved.ts';
import { scriptedDice } from './scripted-dice.ts';

const dead = creature({ status: 'dead', hit_points: { current: 0, max: 10 } });

describe('a death save', () => {
  it.each([
    [1, 'two_failures', { successes: 0, failures: 2 }],
    [2, 'failure', { successes: 0, failures: 1 }],
    [9, 'failure', { successes: 0, failures: 1 }],
    [10, 'success', { successes: 1, failures: 0 }],
    [19, 'success', { successes: 1, failures: 0 }],
  ])('of %i is a %s', (face, result, death_saves) => {
    expect(resolved(rollDeathSave(dying(), scriptedDice(face)))).toMatchObject({
      result,
      block: { death_saves, status: 'unconscious' },
    });
  });

  it('of 20 wakes the creature with 1 hit point and clears the tally', () => {
    const worn = dying({ death_saves: { successes: 2, failures: 2 } });

    expect(resolved(rollDeathSave(worn, scriptedDice(20)))).toMatchObject({
      result: 'awake',
      block: {
        status: 'conscious',
        hit_points: { current: 1 },
        death_saves: { successes: 0, failures: 0 },
      },
    });
  });

  it('that is the third success makes it stable and clears the tally', () => {
    const nearly = dying({ death_saves: { successes: 2, failures: 2 } });

    expect(resolved(rollDeathSave(nearly, scriptedDice(10)))).toMatchObject({
      result: 'stable',
      block: { status: 'stable', death_saves: { successes: 0, failures: 0 }, hit_points: { current: 0 } },
    });
  });

  it.each([
    [2, 9],
    [1, 1],
    [2, 1],
  ])('after %i failures kills on %i', (failures, face) => {
    expect(resolved(rollDeathSave(dying({ death_saves: { failures } }), scriptedDice(face)))).toMatchObject({
      result: 'died',
      block: { status: 'dead' },
    });
  });

  it.each([
    ['the conscious', creature()],
    ['the stable', dying({ status: 'stable' })],
    ['the dead', dead],
    [
      'the sleeping',
      creature({ status: 'unconscious', conditions: [{ name: 'unconscious', source: 'sleep' }] }),
    ],
  ])('is not made by %s', (_case, block) => {
    expect(rollDeathSave(block, scriptedDice())).toMatchObject({ rejected: 'not-dying' });
  });

  it('suffers from exhaustion like any saving throw, and profits from what helps them all', () => {
    const tired = scriptedDice(15, 4);
    const monk = adventurer('monk', 14, { hit_points: { current: 0, max: 10 }, status: 'unconscious' });

    expect(resolved(rollDeathSave(dying({ exhaustion: 3 }), tired)).result).toBe('failure');
    const blessed = dying({ active_effects: [{ name: 'bless', source: 'Ada', saving_throws: 3 }] });
    expect(resolved(rollDeathSave(monk, scriptedDice(5))).result).toBe('success');
    expect(resolved(rollDeathSave(blessed, scriptedDice(7))).result).toBe('success');
  });
});

describe('healing', () => {
  it.each([
    [14, 20, 8, 20, 6],
    [14, 20, 3, 17, 3],
    [20, 20, 5, 20, 0],
    [5, 20, 0, 5, 0],
  ])('of %i of %i by %i', (current, max, amount, after, regained) => {
    expect(resolved(heal(creature({ hit_points: { current, max } }), amount))).toMatchObject({
      regained,
      block: { hit_points: { current: after } },
    });
  });

  it.each(['unconscious', 'stable'] as const)('wakes the %s and clears the tally', (status) => {
    const block = dying({ status, death_saves: { failures: status === 'stable' ? 0 : 2 } });

    expect(resolved(heal(block, 1)).block).toMatchObject({
      status: 'conscious',
      hit_points: { current: 1 },
      death_saves: { successes: 0, failures: 0 },
    });
  });

  it('does not wake whoever is also under a spell of sleep', () => {
    const block = dying({ conditions: [{ name: 'unconscious', source: 'sleep' }] });

    expect(resolved(heal(block, 5)).block.status).toBe('unconscious');
  });

  it('is too late for the dead, who must be revived', () => {
    expect(heal(dead, 5)).toMatchObject({ rejected: 'creature-dead' });
    expect(resolved(revive(dead, 1))).toMatchObject({ status: 'conscious', hit_points: { current: 1 } });
    expect(revive(creature(), 1)).toMatchObject({ rejected: 'not-dead' });
  });

  it('leaves exhaustion behind on whoever died of it', () => {
    const spent = creature({ status: 'dead', exhaustion: 6, hit_points: { current: 0, max: 10 } });

    expect(resolved(revive(spent, 9))).toMatchObject({ exhaustion: 5, hit_points: { current: 5 } });
  });
});

describe('temporary hit points', () => {
  it.each([
    [10, 12, 'larger', 12],
    [12, 10, 'larger', 12],
    [12, 10, 'new', 10],
  ] as const)('%i and then %i, keeping the %s, are %i', (temporary, amount, keep, expected) => {
    const block = creature({ hit_points: { current: 10, max: 10, temporary } });

    expect(resolved(grantTemporaryHitPoints(block, amount, keep)).hit_points.temporary).toBe(expected);
  });

  it('neither wake nor stabilize', () => {
    expect(resolved(grantTemporaryHitPoints(dying(), 9))).toMatchObject({ status: 'unconscious' });
    expect(grantTemporaryHitPoints(dead, 9)).toMatchObject({ rejected: 'creature-dead' });
  });
});

describe('first aid', () => {
  const medic = creature({ abilities: { wisdom: 14 }, skills: { medicine: 'proficient' } });

  it.each([
    [6, 'stable'],
    [5, 'unconscious'],
  ])('with a roll of %i and a bonus of 4 leaves the patient %s', (face, status) => {
    const dice = scriptedDice(face);

    expect(resolved(rollFirstAid(medic, dying(), dice))).toMatchObject({
      check: { difficulty: 10 },
      patient: { status, hit_points: { current: 0 } },
    });
    expect(dice.purposes).toEqual(['Medicine check']);
  });

  it('is only for the dying', () => {
    expect(rollFirstAid(medic, creature(), scriptedDice())).toMatchObject({ rejected: 'not-dying' });
    expect(stabilize(dead)).toMatchObject({ rejected: 'not-dying' });
    expect(resolved(stabilize(dying({ death_saves: { failures: 2 } })))).toMatchObject({
      status: 'stable',
      death_saves: { failures: 0 },
    });
  });

  it('keeps a stable creature down for 1d4 hours', () => {
    const dice = scriptedDice(3);

    expect(rollHoursUntilAwake(dice)).toBe(3);
    expect(dice.asked).toEqual(['1d4']);
  });
});

describe('concentration', () => {
  const caster = adventurer('sorcerer', 5, {
    abilities: { constitution: 14 },
    concentration: { spell: 'fly' },
  });

  it.each([
    [0, 10],
    [20, 10],
    [23, 11],
  ])('after %i damage is tested at %i', (damage, difficulty) => {
    expect(computeConcentrationDifficulty(damage)).toBe(difficulty);
  });

  it.each([
    [5, { spell: 'fly' }],
    [4, null],
  ])('with a roll of %i and a bonus of 5 against 10 leaves %j', (face, concentration) => {
    expect(resolved(rollConcentration(caster, 10, scriptedDice(face))).block).toMatchObject({
      concentration,
    });
  });

  it('holds one spell at a time', () => {
    expect(resolved(startConcentration(caster, 'haste'))).toMatchObject({
      ended: 'fly',
      block: { concentration: { spell: 'haste' } },
    });
    expect(endConcentration(caster).concentration).toBeNull();
  });

  it('is beyond the incapacitated, and nothing to test without a spell', () => {
    const stunned = creature({ conditions: [{ name: 'stunned', source: 'monk' }] });

    expect(startConcentration(stunned, 'haste')).toMatchObject({ rejected: 'incapacitated' });
    expect(rollConcentration(creature(), 10, scriptedDice())).toMatchObject({
      rejected: 'not-concentrating',
    });
  });
});

describe('exhaustion', () => {
  /** Level, edge on checks, walking speed, edge on saves, hit point maximum of 21. */
  it.each([
    [0, 'none', 30, 'none', 21],
    [1, 'disadvantage', 30, 'none', 21],
    [2, 'disadvantage', 15, 'none', 21],
    [3, 'disadvantage', 15, 'disadvantage', 21],
    [4, 'disadvantage', 15, 'disadvantage', 10],
    [5, 'disadvantage', 0, 'disadvantage', 10],
  ] as const)(
    'of level %i: checks %s, speed %i, saves %s, maximum %i',
    (exhaustion, checks, walk, saves, max) => {
      const block = creature({ exhaustion, hit_points: { current: 5, max: 21 } });

      expect(computeCheckEdge(block, { ability: 'strength' })).toBe(checks);
      expect(computeSpeed(block).walk).toBe(walk);
      expect(computeSaveEdge(block, 'wisdom')).toBe(saves);
      expect(getHitPointMaximum(block)).toBe(max);
    },
  );

  it('takes hit points with the maximum, and does not give them back with it', () => {
    const tired = resolved(changeExhaustion(creature({ hit_points: { current: 20, max: 21 } }), 4));

    expect(tired.hit_points.current).toBe(10);
    expect(resolved(changeExhaustion(tired, -1)).hit_points).toMatchObject({ current: 10, max: 21 });
  });

  it('kills at level 6 and never falls below 0', () => {
    const spent = resolved(changeExhaustion(creature({ exhaustion: 3 }), 5));

    expect(spent).toMatchObject({ exhaustion: 6, status: 'dead', hit_points: { current: 0 } });
    expect(changeExhaustion(spent, -1)).toMatchObject({ rejected: 'creature-dead' });
    expect(resolved(changeExhaustion(creature({ exhaustion: 1 }), -3)).exhaustion).toBe(0);
  });
});
