import { describe, expect, it } from 'vitest';
import {
  compareInitiative,
  refreshInitiativeFeatures,
  rollInitiative,
  startCombatTurn,
} from '#engine/srd5e/combat.ts';
import { spendResource } from '#engine/srd5e/resources.ts';
import { adventurer, creature, dying, specialist } from './creatures.ts';
import { resolved } from './resolved.ts';
import { scriptedDice } from './scripted-dice.ts';

describe('initiative', () => {
  it('is a dexterity check, highest first', () => {
    const dice = scriptedDice(10, 12, 11);
    const order = rollInitiative(
      [
        { id: 'pc_ada_001', block: creature({ abilities: { dexterity: 16 } }) },
        { id: 'npc_orc_001', block: creature() },
        { id: 'npc_orc_002', block: creature({ abilities: { dexterity: 8 } }) },
      ],
      dice,
    );

    expect(order.map(({ id, total }) => [id, total])).toEqual([
      ['pc_ada_001', 13],
      ['npc_orc_001', 12],
      ['npc_orc_002', 10],
    ]);
    expect(dice.asked).toEqual(['1d20+3', '1d20', '1d20-1']);
    expect(new Set(dice.purposes)).toEqual(new Set(['Initiative']));
  });

  it('breaks a tie by dexterity, then by id, whatever order they came in', () => {
    const entries = [
      { id: 'b', total: 15, dexterity: 12 },
      { id: 'a', total: 15, dexterity: 12 },
      { id: 'c', total: 15, dexterity: 14 },
      { id: 'd', total: 16, dexterity: 1 },
    ];

    expect(entries.toSorted(compareInitiative).map(({ id }) => id)).toEqual(['d', 'c', 'a', 'b']);
    expect(
      entries
        .toReversed()
        .toSorted(compareInitiative)
        .map(({ id }) => id),
    ).toEqual(['d', 'c', 'a', 'b']);
  });

  it('is rolled once for a group of identical creatures', () => {
    const dice = scriptedDice(9, 4);
    const goblin = creature({ abilities: { dexterity: 14 } });
    const order = rollInitiative(
      [
        { id: 'npc_goblin_001', block: goblin, group: 'goblins' },
        { id: 'pc_ada_001', block: creature() },
        { id: 'npc_goblin_002', block: goblin, group: 'goblins' },
      ],
      dice,
    );

    expect(dice.asked).toHaveLength(2);
    expect(order.map(({ id, total }) => `${id} ${total}`)).toEqual([
      'npc_goblin_001 11',
      'npc_goblin_002 11',
      'pc_ada_001 4',
    ]);
  });

  it.each([
    ['a bard’s half proficiency', adventurer('bard', 2), '1d20+1'],
    ['a champion’s half proficiency', specialist('fighter', 'champion', 7), '1d20+2'],
    ['a barbarian’s feral instinct', adventurer('barbarian', 7), '1d20 advantage'],
    ['exhaustion', creature({ exhaustion: 1 }), '1d20 disadvantage'],
    ['poison', creature({ conditions: [{ name: 'poisoned', source: 'wine' }] }), '1d20 disadvantage'],
  ])('counts %s', (_case, block, expression) => {
    const dice = scriptedDice(10, 10);
    rollInitiative([{ id: 'x', block }], dice);

    expect(dice.asked).toEqual([expression]);
  });

  it.each([
    ['bard', 'bardic_inspiration', 1, 1],
    ['monk', 'ki_points', 20, 4],
  ] as const)('gives a %s of level 20 who has nothing left some %s', (name, feature, all, back) => {
    const legend = adventurer(name, 20);
    const empty = resolved(spendResource(legend, { kind: 'feature', name: feature }, all));
    const almost = adventurer(name, 19);

    expect(refreshInitiativeFeatures(empty).resources.class_features[feature]).toMatchObject({
      used: all - back,
    });
    expect(refreshInitiativeFeatures(legend)).toBe(legend);
    expect(refreshInitiativeFeatures(almost)).toBe(almost);
  });
});

describe('the start of a turn', () => {
  it('asks the dying for a death save, and nobody else', () => {
    expect(startCombatTurn(dying()).deathSaveDue).toBe(true);
    expect(startCombatTurn(dying({ status: 'stable' })).deathSaveDue).toBe(false);
    expect(startCombatTurn(creature()).deathSaveDue).toBe(false);
  });

  it.each([
    [18, 20, 40, 27],
    [18, 21, 40, 21],
    [18, 39, 40, 39],
    [17, 20, 40, 20],
  ])('mends a champion of level %i with %i of %i hit points to %i', (level, current, max, after) => {
    const champion = specialist('fighter', 'champion', level, {
      abilities: { constitution: 14 },
      hit_points: { current, max },
    });

    expect(startCombatTurn(champion).block.hit_points.current).toBe(after);
  });

  it('mends a frail champion by nothing at worst', () => {
    const frail = specialist('fighter', 'champion', 18, {
      abilities: { constitution: 1 },
      hit_points: { current: 9, max: 40 },
    });

    expect(startCombatTurn(frail).block.hit_points.current).toBe(9);
  });

  it('does not mend a champion who is down', () => {
    const down = specialist('fighter', 'champion', 20, {
      hit_points: { current: 0, max: 40 },
      status: 'unconscious',
    });

    expect(startCombatTurn(down).block).toBe(down);
  });
});
