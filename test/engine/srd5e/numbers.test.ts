import { expect, it } from 'vitest';
import {
  computeCarryingCapacity,
  computeSpeed,
  countAttacksPerAction,
  getCharacterLevel,
  getMartialArtsDie,
  getProficiencyBonus,
  getRageDamage,
  getSneakAttackDice,
  getSongOfRestDie,
  toAbilityModifier,
} from '#engine/srd5e/derived-numbers.ts';
import { Srd5eClassName } from '#engine/srd5e/terms.ts';
import { adventurer, creature } from './creatures.ts';
import { ADVANCEMENT_ROWS, CLASS_COLUMNS, MODIFIER_ROWS } from './srd-tables.ts';

const scores = MODIFIER_ROWS.flatMap((row) => {
  const [range = '', modifier = ''] = row.split(' ');
  const [first, last = first] = range.split('-').map(Number);
  return [first, last].map((score) => [score ?? 0, Number(modifier)] as const);
});

it.each(scores)('gives a score of %i the modifier %i', (score, modifier) => {
  expect(toAbilityModifier(score)).toBe(modifier);
});

it.each(ADVANCEMENT_ROWS)('gives the proficiency bonus of "%s"', (row) => {
  const [, level, bonus] = row.split(' ').map(Number);

  expect(getProficiencyBonus(adventurer('rogue', level ?? 0))).toBe(bonus);
});

it('counts the levels of all classes together', () => {
  const both = creature({
    classes: [
      { class: 'fighter', level: 3 },
      { class: 'rogue', level: 2 },
    ],
  });

  expect(getCharacterLevel(both)).toBe(5);
  expect(getProficiencyBonus(both)).toBe(3);
});

it.each([
  [0, 2],
  ['1/8', 2],
  ['1/2', 2],
  [4, 2],
  [5, 3],
  [8, 3],
  [9, 4],
  [13, 5],
  [17, 6],
  [21, 7],
  [25, 8],
  [29, 9],
  [30, 9],
] as const)('gives a monster of challenge rating %s a proficiency bonus of %i', (rating, bonus) => {
  expect(getProficiencyBonus(creature({ challenge_rating: rating }))).toBe(bonus);
});

const levels = Array.from({ length: 20 }, (_, index) => index + 1);
const column = (name: keyof typeof CLASS_COLUMNS, level: number) => CLASS_COLUMNS[name].split(' ')[level - 1];

it.each(levels)('follows the class tables at level %i', (level) => {
  const monk = adventurer('monk', level);
  const faster = computeSpeed(monk).walk - 30;

  expect(`+${getRageDamage(adventurer('barbarian', level))}`).toBe(column('rageDamage', level));
  expect(`1${getMartialArtsDie(monk)}`).toBe(column('martialArts', level));
  expect(faster === 0 ? '-' : `+${faster}`).toBe(column('unarmoredMovement', level));
  expect(getSneakAttackDice(adventurer('rogue', level))).toBe(column('sneakAttack', level));
});

it.each([
  [1, null],
  [2, 'd6'],
  [8, 'd6'],
  [9, 'd8'],
  [13, 'd10'],
  [17, 'd12'],
])('gives a bard of level %i a song of rest of %s', (level, die) => {
  expect(getSongOfRestDie(adventurer('bard', level))).toBe(die);
});

it.each([
  ['fighter', 4, 1],
  ['fighter', 5, 2],
  ['fighter', 11, 3],
  ['fighter', 20, 4],
  ['barbarian', 5, 2],
  ['monk', 5, 2],
  ['paladin', 20, 2],
  ['ranger', 4, 1],
  ['wizard', 20, 1],
] as const)('lets a %s of level %i attack %i times', (name, level, attacks) => {
  expect(countAttacksPerAction(adventurer(name, level))).toBe(attacks);
});

it('does not add up extra attacks of two classes', () => {
  const both = creature({
    classes: [
      { class: 'fighter', level: 5 },
      { class: 'ranger', level: 5 },
    ],
  });

  expect(countAttacksPerAction(both)).toBe(2);
});

it('gives nobody the numbers of a class they have not', () => {
  for (const name of Srd5eClassName.options) {
    const block = adventurer(name, 20);

    expect(getSneakAttackDice(block) !== null).toBe(name === 'rogue');
    expect(getRageDamage(block) > 0).toBe(name === 'barbarian');
    expect(getMartialArtsDie(block) !== null).toBe(name === 'monk');
  }
});

it.each([
  ['tiny', 75, 150],
  ['small', 150, 300],
  ['medium', 150, 300],
  ['large', 300, 600],
  ['huge', 600, 1200],
  ['gargantuan', 1200, 2400],
] as const)('lets a %s creature of strength 10 carry %i pounds and lift %i', (size, carry, lift) => {
  expect(computeCarryingCapacity(creature({ size }))).toEqual({ carry, lift });
});
