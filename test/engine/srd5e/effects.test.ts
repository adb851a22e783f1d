import { expect, it } from 'vitest';
import { listAttacks } from '#engine/srd5e/attacks.ts';
import { addEffect, isConditionImmune, withEffects } from '#engine/srd5e/conditions.ts';
import { computeArmorClass, computeSpeed, getHitPointMaximum } from '#engine/srd5e/derived-numbers.ts';
import { describeFeatureUse, findFeature, listUsableFeatures } from '#engine/srd5e/feature-uses.ts';
import { returnToOwnShape, takeShape } from '#engine/srd5e/shapes.ts';
import { listSpellEffectKinds, Srd5eSpell } from '#engine/srd5e/spells.ts';
import { Srd5eEffect } from '#engine/srd5e/stat-block.ts';
import { adventurer, creature } from './creatures.ts';

const effect = (changes: object) => Srd5eEffect.parse({ name: 'Spell', source: 'test', ...changes });

it('lists an attack that an effect gives first', () => {
  const attack = { damage: [{ dice: '1d8', type: 'bludgeoning' }], ability: 'wisdom' };
  const block = addEffect(creature(), effect({ attack }));
  expect(listAttacks(block)).toMatchObject([{ name: 'Spell', ability: 'wisdom' }]);
  expect(listAttacks(creature())).toEqual([]);
});

it('lowers hit points with the maximum an effect gave', () => {
  const block = addEffect(creature(), effect({ hit_point_maximum: 5 }));
  const healed = { ...block, hit_points: { ...block.hit_points, current: 15 } };
  expect(getHitPointMaximum(healed)).toBe(15);
  expect(withEffects(healed, []).hit_points.current).toBe(10);
});

it('changes speed, ways of moving and immunities', () => {
  const changes = { speed_factor: 2, speeds: { fly: 60 }, condition_immunities: ['charmed'], armor_class: 2 };
  const block = addEffect(creature(), effect(changes));
  expect(computeSpeed(block)).toMatchObject({ walk: 60, fly: 120 });
  expect(isConditionImmune(block, 'charmed')).toBe(true);
  expect(computeArmorClass(block)).toBe(12);
});

it('returns to its own shape with the wounds it had', () => {
  const own = adventurer('druid', 4, { hit_points: { current: 7, max: 30 } });
  const shaped = takeShape(own, creature({ hit_points: { current: 19, max: 19 } }), effect({}));
  expect(shaped.hit_points.current).toBe(19);
  const back = returnToOwnShape(shaped);
  expect(back).toEqual(own);
  expect(returnToOwnShape(back)).toBe(back);
});

it.each([
  ['Second Wind', 'fighter', 'second_wind'],
  ['lay on hands', 'paladin', 'lay_on_hands_pool'],
  ['Divine Smite', 'paladin', 'divine_smite'],
  ['Flurry of Blows', 'monk', 'flurry_of_blows'],
  ['Channel Divinity', 'cleric', 'turn_undead'],
  ['Bardic Inspiration', 'bard', 'bardic_inspiration'],
  ['Wild Shape', 'druid', 'wild_shape'],
  ['Arcane Recovery', 'wizard', 'arcane_recovery'],
  ['Reckless Attack', 'barbarian', 'reckless_attack'],
] as const)('knows %s of a %s as %s', (name, className, key) => {
  const block = adventurer(className, 6);
  expect(findFeature(block, name)).toBe(key);
  expect(findFeature(adventurer('sorcerer', 6), name)).toBeNull();
  expect(listUsableFeatures(block, false).length).toBeGreaterThan(0);
  const { effect: lasting, heals, turns, shape, strikes, recovers } = describeFeatureUse(block, key, block);
  expect([lasting, heals, turns, shape, strikes, recovers].some((part) => part !== undefined)).toBe(true);
});

it('lists no kind for a spell with a save alone', () => {
  const spell = { level: 1, school: 'evocation', range: 'self', save: { ability: 'wisdom' } };
  expect(listSpellEffectKinds(Srd5eSpell.parse(spell))).toEqual([]);
  expect(listSpellEffectKinds(Srd5eSpell.parse({ ...spell, narrative: 'caster' }))).toEqual([
    'save',
    'narrative',
  ]);
});
