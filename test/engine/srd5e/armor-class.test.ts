import { expect, it } from 'vitest';
import { computeArmorClass } from '#engine/srd5e/derived-numbers.ts';
import { createWornArmor } from '#engine/srd5e/stat-block.ts';
import { adventurer, creature, specialist } from './creatures.ts';
import { ARMOR_ROWS } from './srd-tables.ts';

const [shieldRow] = ARMOR_ROWS.filter(([name]) => name === 'Shield');
const suits = ARMOR_ROWS.filter(([name]) => name !== 'Shield');

/** The armor class a printed formula gives for a Dexterity modifier. */
function printed(formula: string, dexterity: number): number {
  if (!formula.includes('Dex')) return Number(formula);
  return Number.parseInt(formula, 10) + (formula.includes('max 2') ? Math.min(2, dexterity) : dexterity);
}

it.each(suits)(
  'protects with %s (%s) as the table says',
  (name = '', formula = '', strength = '', stealth) => {
    // Every row of the table but the shield is a known armor; an unknown name throws and fails the test.
    const armor = createWornArmor(
      name.toLowerCase().replace(' ', '_') as Parameters<typeof createWornArmor>[0],
    );

    for (const [score, modifier] of [
      [8, -1],
      [12, 1],
      [18, 4],
    ] as const) {
      const block = creature({ armor, abilities: { dexterity: score } });
      expect(computeArmorClass(block)).toBe(printed(formula, modifier));
    }
    expect(armor.strength_required).toBe(strength === '—' ? 0 : Number(strength.replace('Str ', '')));
    expect(armor.stealth_disadvantage).toBe(stealth === 'Disadvantage');
  },
);

it('adds a shield to anything', () => {
  expect(shieldRow?.[1]).toBe('+2');
  expect(computeArmorClass(creature({ armor: { ...createWornArmor('plate'), shield: true } }))).toBe(20);
  expect(computeArmorClass(creature({ armor: { shield: true } }))).toBe(12);
});

const agile = { dexterity: 16, constitution: 14, wisdom: 15 };

it.each([
  ['someone without armor', creature({ abilities: agile }), 13],
  ['a barbarian', adventurer('barbarian', 1, { abilities: agile }), 15],
  [
    'a barbarian with a shield',
    adventurer('barbarian', 1, { abilities: agile, armor: { shield: true } }),
    17,
  ],
  ['a monk', adventurer('monk', 1, { abilities: agile }), 15],
  [
    'a monk with a shield, who loses the defense',
    adventurer('monk', 1, { abilities: agile, armor: { shield: true } }),
    15,
  ],
  [
    'a barbarian in leather',
    adventurer('barbarian', 1, { abilities: agile, armor: createWornArmor('leather') }),
    14,
  ],
  ['someone under mage armor', creature({ abilities: agile, armor: { mage_armor: true } }), 16],
  [
    'someone in leather, whom mage armor does not help',
    creature({ abilities: agile, armor: { ...createWornArmor('leather'), mage_armor: true } }),
    14,
  ],
  [
    'a sorcerer with a dragon’s skin',
    specialist('sorcerer', 'draconic_bloodline', 1, { abilities: agile }),
    16,
  ],
  ['natural armor, agile or not', creature({ abilities: agile, armor: { kind: 'natural', base: 17 } }), 17],
  ['magic armor', creature({ armor: { ...createWornArmor('chain_mail'), bonus: 1 } }), 17],
])('counts the armor class of %s', (_case, block, expected) => {
  expect(computeArmorClass(block)).toBe(expected);
});

it('lets whoever is barbarian and monk keep the defense learned first', () => {
  const abilities = { dexterity: 14, constitution: 18, wisdom: 12 };
  const barbarian = { class: 'barbarian', level: 1 } as const;
  const monk = { class: 'monk', level: 1 } as const;

  expect(computeArmorClass(creature({ abilities, classes: [barbarian, monk] }))).toBe(16);
  expect(computeArmorClass(creature({ abilities, classes: [monk, barbarian] }))).toBe(13);
});

it('adds what effects give', () => {
  const effect = { name: 'shield of faith', source: 'Ada', armor_class: 2 };

  expect(computeArmorClass(creature({ active_effects: [effect] }))).toBe(12);
});
