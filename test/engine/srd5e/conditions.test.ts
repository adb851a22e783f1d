import { describe, expect, it } from 'vitest';
import { computeSaveEdge, rollSave } from '#engine/srd5e/checks.ts';
import { endCombatTurn, endExpiredEffects } from '#engine/srd5e/combat.ts';
import {
  addCondition,
  addEffect,
  canSpeak,
  isIncapacitated,
  listActiveConditions,
  removeCondition,
  removeEffect,
} from '#engine/srd5e/conditions.ts';
import { computeSpeed } from '#engine/srd5e/derived-numbers.ts';
import { Srd5eEffect, Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import { Srd5eConditionName } from '#engine/srd5e/terms.ts';
import { creature, dying } from './creatures.ts';
import { resolved } from './resolved.ts';
import { scriptedDice } from './scripted-dice.ts';

const lasting = { when: 'removed' } as const;

function suffering(name: Srd5eConditionName, source = 'a spell') {
  return resolved(addCondition(creature(), { name, source, ends: lasting, save: null }));
}

/** Condition, incapacitated, speechless, speed, fails Strength and Dexterity saves. */
const EFFECTS = [
  ['blinded', false, false, 30, false],
  ['charmed', false, false, 30, false],
  ['deafened', false, false, 30, false],
  ['frightened', false, false, 30, false],
  ['grappled', false, false, 0, false],
  ['incapacitated', true, false, 30, false],
  ['invisible', false, false, 30, false],
  ['paralyzed', true, true, 0, true],
  ['petrified', true, true, 0, true],
  ['poisoned', false, false, 30, false],
  ['prone', false, false, 30, false],
  ['restrained', false, false, 0, false],
  ['stunned', true, false, 0, true],
  ['unconscious', true, true, 0, true],
] as const;

it('has an effect for each of the fourteen conditions', () => {
  expect(EFFECTS.map(([name]) => name)).toEqual(Srd5eConditionName.options);
});

it.each(EFFECTS)(
  'hinders whoever is %s (incapacitated %s, speechless %s, speed %i, fails saves %s)',
  (...row) => {
    const [name, incapacitated, speechless, walk, fails] = row;
    const block = suffering(name);

    expect(isIncapacitated(block)).toBe(incapacitated);
    expect(canSpeak(block)).toBe(!speechless);
    expect(computeSpeed(block).walk).toBe(walk);
    for (const ability of ['strength', 'dexterity'] as const) {
      const save = rollSave(block, ability, 5, scriptedDice(19, 19));
      expect(save.roll === null).toBe(fails);
      expect(save.success).toBe(!fails);
    }
    expect(rollSave(block, 'wisdom', 5, scriptedDice(19)).success).toBe(true);
  },
);

it('makes dodging hard for the restrained', () => {
  expect(computeSaveEdge(suffering('restrained'), 'dexterity')).toBe('disadvantage');
  expect(computeSaveEdge(suffering('restrained'), 'wisdom')).toBe('none');
});

describe('adding a condition', () => {
  it('lists it once per source, and renews it', () => {
    const once = suffering('poisoned', 'wine');
    const renewed = {
      name: 'poisoned',
      source: 'wine',
      ends: { when: 'rounds', remaining: 3 },
      save: null,
    } as const;
    const twice = resolved(addCondition(once, renewed));
    const both = resolved(addCondition(twice, { ...renewed, source: 'snake' }));

    expect(twice.conditions).toEqual([renewed]);
    expect(both.conditions).toHaveLength(2);
    expect([...listActiveConditions(both)]).toEqual(['poisoned']);
  });

  it.each(['paralyzed', 'petrified', 'stunned', 'unconscious', 'incapacitated'] as const)(
    'breaks the concentration of whoever is %s',
    (name) => {
      const caster = creature({ concentration: { spell: 'bless' } });

      expect(
        resolved(addCondition(caster, { name, source: 'spell', ends: lasting, save: null })),
      ).toMatchObject({
        concentration: null,
      });
    },
  );

  it('leaves concentration alone when it only hinders', () => {
    const caster = creature({ concentration: { spell: 'bless' } });

    expect(
      resolved(addCondition(caster, { name: 'poisoned', source: 'wine', ends: lasting, save: null })),
    ).toMatchObject({ concentration: { spell: 'bless' } });
  });

  it('lays a sleeper on the ground, where it stays when it wakes', () => {
    const asleep = suffering('unconscious', 'sleep');
    const awake = resolved(removeCondition(asleep, 'unconscious'));

    expect(asleep.status).toBe('unconscious');
    expect([...listActiveConditions(asleep)].toSorted()).toEqual(['incapacitated', 'prone', 'unconscious']);
    expect(awake.status).toBe('conscious');
    expect([...listActiveConditions(awake)]).toEqual(['prone']);
  });

  it('finds no hold on the immune, on poisoned stone, or on the dead', () => {
    const poison = { name: 'poisoned', source: 'wine', ends: lasting, save: null } as const;
    const dead = creature({ status: 'dead', hit_points: { current: 0, max: 10 } });

    expect(addCondition(creature({ condition_immunities: ['poisoned'] }), poison)).toMatchObject({
      rejected: 'condition-immune',
    });
    expect(addCondition(suffering('petrified'), poison)).toMatchObject({ rejected: 'condition-immune' });
    expect(addCondition(dead, poison)).toMatchObject({ rejected: 'creature-dead' });
  });
});

describe('removing a condition', () => {
  it('ends one source and leaves the other', () => {
    const both = resolved(
      addCondition(suffering('frightened', 'wolf'), {
        name: 'frightened',
        source: 'dragon',
        ends: lasting,
        save: null,
      }),
    );

    expect(resolved(removeCondition(both, 'frightened', 'wolf')).conditions).toMatchObject([
      { source: 'dragon' },
    ]);
    expect(resolved(removeCondition(both, 'frightened')).conditions).toEqual([]);
  });

  it('says when there is nothing to remove', () => {
    expect(removeCondition(creature(), 'prone')).toMatchObject({ rejected: 'condition-absent' });
    expect(removeCondition(suffering('prone', 'ice'), 'prone', 'wolf')).toMatchObject({
      rejected: 'condition-absent',
      reason: 'the creature is not prone from wolf',
    });
  });

  it('does not wake the dying', () => {
    expect(removeCondition(dying(), 'unconscious')).toMatchObject({ rejected: 'condition-absent' });
    expect(listActiveConditions(dying()).has('incapacitated')).toBe(true);
  });
});

describe('time', () => {
  const blindFor = (remaining: number) =>
    creature({ conditions: [{ name: 'blinded', source: 'sand', ends: { when: 'rounds', remaining } }] });

  it('wears out what lasts rounds, a turn at a time', () => {
    const second = endCombatTurn(blindFor(2));

    expect(second.conditions).toMatchObject([{ ends: { remaining: 1 } }]);
    expect(endCombatTurn(second).conditions).toEqual([]);
    expect(endCombatTurn(blindFor(600), 600).conditions).toEqual([]);
  });

  it('ends what lasts until a moment, at that moment', () => {
    const at = { day: 3, microsecond: 0 };
    const block = creature({
      active_effects: [{ name: 'bless', source: 'Ada', ends: { when: 'time', at } }],
    });

    expect(endExpiredEffects(block, { day: 2, microsecond: 5 }).active_effects).toHaveLength(1);
    expect(endExpiredEffects(block, at).active_effects).toEqual([]);
  });

  it('leaves alone what only somebody can end', () => {
    const block = suffering('grappled', 'ogre');

    expect(endCombatTurn(block, 1000)).toBe(block);
  });
});

describe('an effect', () => {
  const haste = Srd5eEffect.parse({ name: 'haste', source: 'Ada', armor_class: 2, speed: 30 });

  it('replaces one of its name and can be ended', () => {
    const hasted = addEffect(addEffect(creature(), haste), { ...haste, speed: 10 });

    expect(computeSpeed(hasted).walk).toBe(40);
    expect(Srd5eStatBlock.parse(hasted)).toEqual(hasted);
    expect(resolved(removeEffect(hasted, 'haste')).active_effects).toEqual([]);
    expect(removeEffect(hasted, 'bless')).toMatchObject({
      rejected: 'effect-absent',
      reason: expect.stringContaining('there is haste'),
    });
  });
});
