import { expect, it } from 'vitest';
import { computeSpeed } from '#engine/srd5e/derived-numbers.ts';
import { createWornArmor } from '#engine/srd5e/stat-block.ts';
import { adventurer, creature } from './creatures.ts';

it.each([
  [30, 'someone without a burden', creature()],
  [20, 'the weak in plate', creature({ armor: createWornArmor('plate'), abilities: { strength: 14 } })],
  [30, 'the strong in plate', creature({ armor: createWornArmor('plate'), abilities: { strength: 15 } })],
  [30, 'anyone in ring mail', creature({ armor: createWornArmor('ring_mail'), abilities: { strength: 3 } })],
  [30, 'a barbarian of level 4', adventurer('barbarian', 4)],
  [40, 'a barbarian of level 5', adventurer('barbarian', 5)],
  [40, 'a barbarian in hide', adventurer('barbarian', 5, { armor: createWornArmor('hide') })],
  [
    30,
    'a barbarian in plate',
    adventurer('barbarian', 5, { armor: createWornArmor('plate'), abilities: { strength: 18 } }),
  ],
  [40, 'a monk', adventurer('monk', 2)],
  [30, 'a monk with a shield', adventurer('monk', 2, { armor: { shield: true } })],
  [30, 'a monk in leather', adventurer('monk', 2, { armor: createWornArmor('leather') })],
  [20, 'a monk too tired to run', adventurer('monk', 2, { exhaustion: 2 })],
  [0, 'the grappled', creature({ conditions: [{ name: 'grappled', source: 'ogre' }] })],
  [
    0,
    'the grappled, however hasted',
    creature({
      conditions: [{ name: 'grappled', source: 'ogre' }],
      active_effects: [{ name: 'haste', source: 'Ada', speed: 30 }],
    }),
  ],
  [60, 'the hasted', creature({ active_effects: [{ name: 'haste', source: 'Ada', speed: 30 }] })],
  [
    0,
    'the slowed beyond measure',
    creature({ active_effects: [{ name: 'mire', source: 'bog', speed: -60 }] }),
  ],
])('is %i for %s', (walk, _case, block) => {
  expect(computeSpeed(block).walk).toBe(walk);
});

it('gives no wings to those who have none', () => {
  const owl = creature({ speed: { walk: 5, fly: 60 }, exhaustion: 2 });

  expect(computeSpeed(owl)).toEqual({ walk: 2, fly: 30, climb: 0, swim: 0, burrow: 0 });
  expect(computeSpeed(adventurer('monk', 18)).fly).toBe(0);
});
