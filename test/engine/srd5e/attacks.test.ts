import { describe, expect, it } from 'vitest';
import {
  type AttackCircumstances,
  computeAttackBonus,
  computeAttackEdge,
  findAttackRefusal,
  rollAttack,
  rollDamage,
  writeDamageExpression,
} from '#engine/srd5e/combat.ts';
import { createWornArmor, Srd5eAttack } from '#engine/srd5e/stat-block.ts';
import { adventurer, creature, dying, specialist } from './creatures.ts';
import { scriptedDice } from './scripted-dice.ts';

const sword = Srd5eAttack.parse({ name: 'longsword', damage: [{ dice: '1d8', type: 'slashing' }] });
const bow = Srd5eAttack.parse({
  name: 'shortbow',
  kind: 'ranged_weapon',
  ability: 'dexterity',
  damage: [{ dice: '1d6', type: 'piercing' }],
});
const near: AttackCircumstances = { distanceFeet: 5 };
const far: AttackCircumstances = { distanceFeet: 30 };
const fighter = adventurer('fighter', 1, { abilities: { strength: 16 } });
const target = creature({ armor: createWornArmor('chain_mail') });

describe('an attack roll', () => {
  it.each([
    ['a total that reaches the armor class', 11, true, false],
    ['a total one below it', 10, false, false],
    ['a natural 1', 1, false, false],
    ['a natural 20', 20, true, true],
  ])('with %s', (_case, face, hit, critical) => {
    expect(rollAttack(fighter, target, sword, near, scriptedDice(face))).toMatchObject({
      hit,
      critical,
      armorClass: 16,
    });
  });

  it('of 1 misses and of 20 hits, whatever the numbers say', () => {
    const giant = creature({ abilities: { strength: 30 } });
    const helpless = creature({ abilities: { dexterity: 1 } });
    const weak = creature({ abilities: { strength: 1 } });
    const fortress = creature({ armor: { kind: 'natural', base: 30 } });

    expect(rollAttack(giant, helpless, sword, near, scriptedDice(1)).hit).toBe(false);
    expect(rollAttack(weak, fortress, sword, near, scriptedDice(20))).toMatchObject({
      hit: true,
      critical: true,
    });
  });

  it.each([
    [2, 19, false],
    [3, 19, true],
    [14, 18, false],
    [15, 18, true],
  ])('of a champion of level %i is critical on %i: %s', (level, face, critical) => {
    const champion = specialist('fighter', 'champion', level);

    expect(rollAttack(champion, creature(), sword, near, scriptedDice(face)).critical).toBe(critical);
  });

  it('of a champion hits by itself only on a 20', () => {
    const fortress = creature({ armor: { kind: 'natural', base: 30 } });

    expect(
      rollAttack(specialist('fighter', 'champion', 3), fortress, sword, near, scriptedDice(19)),
    ).toMatchObject({
      hit: false,
      critical: false,
    });
  });

  it.each([
    ['half', 18],
    ['three_quarters', 21],
  ] as const)('meets %s cover as armor class %i', (cover, armorClass) => {
    expect(rollAttack(fighter, target, bow, { ...far, cover }, scriptedDice(10)).armorClass).toBe(armorClass);
  });

  it('adds ability, proficiency, magic and effects', () => {
    const blessed = adventurer('fighter', 5, {
      abilities: { strength: 18 },
      active_effects: [{ name: 'aid', source: 'Ada', attack_rolls: 1 }],
    });

    expect(computeAttackBonus(blessed, { ...sword, bonus: 2 })).toBe(10);
    expect(computeAttackBonus(blessed, { ...sword, proficient: false })).toBe(5);
  });
});

const hurt = (name: 'blinded' | 'invisible' | 'prone' | 'restrained' | 'poisoned' | 'frightened') =>
  creature({ conditions: [{ name, source: 'spell' }] });

describe('the edge of an attack', () => {
  it.each([
    ['a blinded attacker', hurt('blinded'), creature(), near, 'disadvantage'],
    ['an invisible attacker', hurt('invisible'), creature(), near, 'advantage'],
    ['a prone attacker', hurt('prone'), creature(), near, 'disadvantage'],
    ['a restrained attacker', hurt('restrained'), creature(), near, 'disadvantage'],
    ['a poisoned attacker', hurt('poisoned'), creature(), near, 'disadvantage'],
    ['a frightened attacker', hurt('frightened'), creature(), near, 'disadvantage'],
    ['a fear out of sight', hurt('frightened'), creature(), { ...near, seesFear: false }, 'none'],
    ['a blinded target', creature(), hurt('blinded'), near, 'advantage'],
    ['an invisible target', creature(), hurt('invisible'), near, 'disadvantage'],
    ['a restrained target', creature(), hurt('restrained'), near, 'advantage'],
    ['a prone target close by', creature(), hurt('prone'), near, 'advantage'],
    ['a prone target far off', creature(), hurt('prone'), far, 'disadvantage'],
    ['a dying target close by', creature(), dying(), near, 'advantage'],
    ['an attacker too tired', creature({ exhaustion: 3 }), creature(), near, 'disadvantage'],
    ['an attacker only weary', creature({ exhaustion: 2 }), creature(), near, 'none'],
    ['two invisible fighters', hurt('invisible'), hurt('invisible'), near, 'none'],
    ['a hidden attacker', creature(), creature(), { ...near, targetSeesAttacker: false }, 'advantage'],
    ['a target nobody sees', creature(), creature(), { ...near, attackerSeesTarget: false }, 'disadvantage'],
    [
      'armor worn without training',
      creature({ armor: { ...createWornArmor('plate'), proficient: false } }),
      creature(),
      near,
      'disadvantage',
    ],
    ['help', creature(), creature(), { ...near, edges: ['advantage'] }, 'advantage'],
  ] as const)('with %s', (_case, attacker, victim, circumstances, edge) => {
    expect(computeAttackEdge(attacker, victim, sword, circumstances)).toBe(edge);
  });

  it('is against a bow when a foe is at hand, and not against a sword', () => {
    expect(computeAttackEdge(creature(), creature(), bow, far)).toBe('none');
    expect(computeAttackEdge(creature(), creature(), bow, { ...far, foeAtHand: true })).toBe('disadvantage');
    expect(computeAttackEdge(creature(), creature(), sword, { ...near, foeAtHand: true })).toBe('none');
  });

  it.each(['paralyzed', 'unconscious'] as const)(
    'makes close hits on the %s critical, and far ones not',
    (name) => {
      const victim = creature({
        status: name === 'unconscious' ? 'unconscious' : 'conscious',
        conditions: [{ name, source: 'spell' }],
      });

      expect(rollAttack(fighter, victim, sword, near, scriptedDice(12, 9))).toMatchObject({
        hit: true,
        critical: true,
      });
      expect(rollAttack(fighter, victim, bow, far, scriptedDice(12, 9))).toMatchObject({
        hit: true,
        critical: false,
      });
    },
  );

  it.each(['stunned', 'petrified'] as const)('makes no close hit on the %s critical by itself', (name) => {
    const victim = creature({ conditions: [{ name, source: 'spell' }] });

    expect(rollAttack(fighter, victim, sword, near, scriptedDice(12, 9)).critical).toBe(false);
  });
});

describe('an attack that cannot be made', () => {
  it.each([
    [
      'by the stunned',
      creature({ conditions: [{ name: 'stunned', source: 'monk' }] }),
      near,
      'incapacitated',
    ],
    ['by the dying', dying(), near, 'incapacitated'],
    ['on a charmer', creature({ conditions: [{ name: 'charmed', source: 'npc_vex_001' }] }), near, 'charmed'],
    ['through total cover', creature(), { ...far, cover: 'total' }, 'total-cover'],
  ] as const)('is refused %s', (_case, attacker, circumstances, rejected) => {
    expect(findAttackRefusal(attacker, 'npc_vex_001', circumstances)).toMatchObject({ rejected });
  });

  it('is not the one on somebody else than the charmer', () => {
    const charmed = creature({ conditions: [{ name: 'charmed', source: 'npc_vex_001' }] });

    expect(findAttackRefusal(charmed, 'npc_ori_001', near)).toBeNull();
  });
});

describe('damage dice', () => {
  it.each([
    ['1d8', 3, false, '1d8+3'],
    ['1d8', 3, true, '2d8+3'],
    ['2d6+2', 1, true, '4d6+3'],
    ['1d4', -1, false, '1d4-1'],
    ['1d6-1', 1, true, '2d6'],
  ])('%s with %i (critical %s) are %s', (dice, modifier, critical, expression) => {
    expect(writeDamageExpression(dice, modifier, critical)).toBe(expression);
  });

  it('double on a critical hit in every part, and the modifier is added once', () => {
    const flaming = {
      ...sword,
      damage: [...sword.damage, { dice: '1d6', type: 'fire' as const }],
      qualities: ['magical' as const],
    };
    const dice = scriptedDice(5, 6, 1, 2);

    expect(rollDamage(fighter, flaming, { critical: true }, dice)).toEqual({
      parts: [
        { amount: 14, type: 'slashing' },
        { amount: 3, type: 'fire' },
      ],
      qualities: ['magical'],
      critical: true,
    });
    expect(dice.asked).toEqual(['2d8+3', '2d6']);
  });

  it('can be spoiled by weakness, but never below nothing', () => {
    const weak = creature({ abilities: { strength: 1 } });

    expect(rollDamage(weak, sword, { critical: false }, scriptedDice(2)).parts).toEqual([
      { amount: 0, type: 'slashing' },
    ]);
  });

  it('are not needed for a plain number', () => {
    const dart = { ...sword, adds_modifier: false, damage: [{ dice: '1', type: 'piercing' as const }] };

    expect(rollDamage(fighter, dart, { critical: true }, scriptedDice()).parts).toEqual([
      { amount: 1, type: 'piercing' },
    ]);
  });
});
