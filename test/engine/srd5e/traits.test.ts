import { expect, it } from 'vitest';
import { changeExhaustion, takeDamage } from '#engine/srd5e/hit-points.ts';
import { countRemaining, Srd5eResource } from '#engine/srd5e/resources.ts';
import { chooseHitDice } from '#engine/srd5e/rests.ts';
import { Srd5eAttack } from '#engine/srd5e/stat-block.ts';
import {
  completeStatBlock,
  findExtraDamage,
  hasEvasion,
  hasUncannyDodge,
  listAttackTraitEdges,
  listSaveEdges,
  noteStoppedRegeneration,
  regenerate,
  rollEndingSaves,
  rollEndurance,
  rollRecharges,
} from '#engine/srd5e/traits.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { adventurer, creature } from './creatures.ts';

/** Dice that always show this face. */
const shows = (face: number) => (expression: string) => {
  const bonus = Number(/([+-]\d+)/.exec(expression)?.[1] ?? 0);
  return { total: face + bonus, faces: [face] };
};
const FORTITUDE = {
  kind: 'endures_zero' as const,
  save: 'constitution' as const,
  difficulty: 5,
  not_against: ['radiant' as const],
  not_critical: true,
};
const struck = (damage: Parameters<typeof takeDamage>[1], face: number) => {
  const before = creature({ traits: [FORTITUDE] });
  const outcome = takeDamage(before, damage);
  if (isRejection(outcome)) throw new Error(outcome.reason);
  return rollEndurance(before, damage, outcome, shows(face));
};

it.each([
  [
    'a save against 5 and the damage that succeeds',
    [{ amount: 10, type: 'slashing' as const }],
    15,
    false,
    'endured',
  ],
  ['a save that fails by one', [{ amount: 10, type: 'slashing' as const }], 14, false, 'died'],
  ['radiant damage', [{ amount: 10, type: 'radiant' as const }], 20, false, 'died'],
  ['a critical hit', [{ amount: 10, type: 'slashing' as const }], 20, true, 'died'],
])('undead fortitude: %s', (_case, parts, face, critical, fate) => {
  expect(struck({ parts, critical }, face).fate).toBe(fate);
});

it('endures once what a relentless creature endures once', () => {
  const relentless = {
    kind: 'endures_zero' as const,
    difficulty: 5,
    at_most: 14,
    not_against: [],
    not_critical: false,
  };
  const before = creature({ traits: [relentless] });
  const damage = { parts: [{ amount: 10, type: 'slashing' as const }] };
  const outcome = takeDamage(before, damage);
  if (isRejection(outcome)) throw new Error(outcome.reason);
  const first = rollEndurance(before, damage, outcome, shows(1));
  expect(first).toMatchObject({ fate: 'endured', block: { hit_points: { current: 1 } } });
  const again = takeDamage(first.block, damage);
  if (isRejection(again)) throw new Error(again.reason);
  expect(rollEndurance(first.block, damage, again, shows(20)).fate).toBe('died');
});

it('regenerates unless it was just burned', () => {
  const troll = creature({
    hit_points: { current: 4, max: 30 },
    traits: [{ kind: 'regenerates', amount: 10, stopped_by: ['fire'] }],
  });
  expect(regenerate(troll).hit_points.current).toBe(14);
  const burned = noteStoppedRegeneration(troll, { parts: [{ amount: 1, type: 'fire' }] });
  expect(regenerate(burned).hit_points.current).toBe(4);
  const cut = noteStoppedRegeneration(troll, { parts: [{ amount: 1, type: 'slashing' }] });
  expect(regenerate(cut).hit_points.current).toBe(14);
});

it('recharges a breath on the faces the action names', () => {
  const dragon = completeStatBlock(
    creature({ save_actions: [{ name: 'Fire Breath', save: { ability: 'dexterity' }, recharge: 5 }] }),
  );
  const spent = {
    ...dragon,
    resources: {
      ...dragon.resources,
      class_features: { fire_breath: { used: 1, total: 1, recovery: 'short_rest' as const, die: null } },
    },
  };
  const left = (face: number) =>
    countRemaining(rollRecharges(spent, shows(face)), { kind: 'feature', name: 'fire_breath' });
  expect([left(4), left(5), left(6)]).toEqual([0, 1, 1]);
});

it('lets a save at the end of a turn end a condition', () => {
  const held = creature({
    conditions: [{ name: 'paralyzed', source: 'Hold Person', save: { ability: 'wisdom', dc: 13 } }],
  });
  expect(rollEndingSaves(held, shows(12)).conditions).toHaveLength(1);
  expect(rollEndingSaves(held, shows(13)).conditions).toHaveLength(0);
});

it('gives pack tactics and magic resistance their advantage', () => {
  const wolf = creature({ traits: [{ kind: 'attack_advantage', when: 'ally_at_target' }] });
  expect(listAttackTraitEdges(wolf, creature(), true)).toEqual(['advantage']);
  expect(listAttackTraitEdges(wolf, creature(), false)).toEqual([]);
  const imp = creature({ traits: [{ kind: 'save_advantage', against: 'magic' }] });
  expect(listSaveEdges(imp, { isMagic: true })).toEqual(['advantage']);
  expect(listSaveEdges(imp, { isMagic: false })).toEqual([]);
});

it('adds sneak attack for a rogue with advantage or an ally, never under disadvantage', () => {
  const rogue = adventurer('rogue', 5);
  const dagger = Srd5eAttack.parse({ name: 'Dagger', ability: 'dexterity' });
  const extra = (edge: 'advantage' | 'disadvantage' | 'none', isAllyAtTarget: boolean) =>
    findExtraDamage(rogue, dagger, { edge, isAllyAtTarget })?.dice ?? null;
  expect([
    extra('advantage', false),
    extra('none', true),
    extra('none', false),
    extra('disadvantage', true),
  ]).toEqual(['3d6', '3d6', null, null]);
});

it('tires nobody who is immune to exhaustion', () => {
  const tireless = creature({ condition_immunities: ['exhaustion'] });
  expect(changeExhaustion(tireless, 1)).toMatchObject({ rejected: 'condition-immune' });
});

it('takes the level of a slot as a number or as a text', () => {
  expect(Srd5eResource.parse({ kind: 'spell_slot', level: 1 })).toEqual({ kind: 'spell_slot', level: '1' });
  expect(Srd5eResource.parse({ kind: 'spell_slot', level: '1' })).toEqual({ kind: 'spell_slot', level: '1' });
  expect(Srd5eResource.safeParse({ kind: 'spell_slot', level: 10 }).success).toBe(false);
});

it('spends as many hit dice in a short rest as a hurt creature needs', () => {
  const hurt = adventurer('fighter', 5, { hit_points: { current: 10, max: 30 } });
  expect(chooseHitDice(hurt)).toEqual({ d10: 3 });
  expect(chooseHitDice(adventurer('fighter', 5, { hit_points: { current: 30, max: 30 } }))).toEqual({});
});

it('knows who evades and who dodges', () => {
  expect([hasEvasion(adventurer('rogue', 7)), hasEvasion(adventurer('monk', 6))]).toEqual([true, false]);
  expect([hasUncannyDodge(adventurer('rogue', 5)), hasUncannyDodge(adventurer('monk', 9))]).toEqual([
    true,
    false,
  ]);
});
