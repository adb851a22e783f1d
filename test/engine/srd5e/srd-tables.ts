import type { Srd5eAbility, Srd5eClassName } from '#engine/srd5e/terms.ts';

/** Tables of the SRD 5.1, row by row as it prints them, for the rules to be held against. */

/** Slots of spell level 1 to 9 for bards, clerics, druids, sorcerers, wizards and the multiclass table. */
export const FULL_CASTER_ROWS = [
  '2 - - - - - - - -',
  '3 - - - - - - - -',
  '4 2 - - - - - - -',
  '4 3 - - - - - - -',
  '4 3 2 - - - - - -',
  '4 3 3 - - - - - -',
  '4 3 3 1 - - - - -',
  '4 3 3 2 - - - - -',
  '4 3 3 3 1 - - - -',
  '4 3 3 3 2 - - - -',
  '4 3 3 3 2 1 - - -',
  '4 3 3 3 2 1 - - -',
  '4 3 3 3 2 1 1 - -',
  '4 3 3 3 2 1 1 - -',
  '4 3 3 3 2 1 1 1 -',
  '4 3 3 3 2 1 1 1 -',
  '4 3 3 3 2 1 1 1 1',
  '4 3 3 3 3 1 1 1 1',
  '4 3 3 3 3 2 1 1 1',
  '4 3 3 3 3 2 2 1 1',
];

/** Slots of spell level 1 to 5 for paladins and rangers. */
export const HALF_CASTER_ROWS = [
  '- - - - -',
  '2 - - - -',
  '3 - - - -',
  '3 - - - -',
  '4 2 - - -',
  '4 2 - - -',
  '4 3 - - -',
  '4 3 - - -',
  '4 3 2 - -',
  '4 3 2 - -',
  '4 3 3 - -',
  '4 3 3 - -',
  '4 3 3 1 -',
  '4 3 3 1 -',
  '4 3 3 2 -',
  '4 3 3 2 -',
  '4 3 3 3 1',
  '4 3 3 3 1',
  '4 3 3 3 2',
  '4 3 3 3 2',
];

/** Number and level of slots for warlocks. */
export const PACT_ROWS = [
  '1 1',
  '2 1',
  '2 2',
  '2 2',
  '2 3',
  '2 3',
  '2 4',
  '2 4',
  '2 5',
  '2 5',
  '3 5',
  '3 5',
  '3 5',
  '3 5',
  '3 5',
  '3 5',
  '4 5',
  '4 5',
  '4 5',
  '4 5',
];

/** Experience, level, proficiency bonus. */
export const ADVANCEMENT_ROWS = [
  '0 1 +2',
  '300 2 +2',
  '900 3 +2',
  '2700 4 +2',
  '6500 5 +3',
  '14000 6 +3',
  '23000 7 +3',
  '34000 8 +3',
  '48000 9 +4',
  '64000 10 +4',
  '85000 11 +4',
  '100000 12 +4',
  '120000 13 +5',
  '140000 14 +5',
  '165000 15 +5',
  '195000 16 +5',
  '225000 17 +6',
  '265000 18 +6',
  '305000 19 +6',
  '355000 20 +6',
];

/** Challenge rating and experience; a rating of 0 is worth 0 or 10. */
export const CHALLENGE_ROWS = [
  '0 0 or 10',
  '1/8 25',
  '1/4 50',
  '1/2 100',
  '1 200',
  '2 450',
  '3 700',
  '4 1100',
  '5 1800',
  '6 2300',
  '7 2900',
  '8 3900',
  '9 5000',
  '10 5900',
  '11 7200',
  '12 8400',
  '13 10000',
  '14 11500',
  '15 13000',
  '16 15000',
  '17 18000',
  '18 20000',
  '19 22000',
  '20 25000',
  '21 33000',
  '22 41000',
  '23 50000',
  '24 62000',
  '25 75000',
  '26 90000',
  '27 105000',
  '28 120000',
  '29 135000',
  '30 155000',
];

/** Columns of the class tables, level 1 to 20. */
export const CLASS_COLUMNS = {
  rages: '2 2 3 3 3 4 4 4 4 4 4 5 5 5 5 5 6 6 6 Unlimited',
  rageDamage: '+2 +2 +2 +2 +2 +2 +2 +2 +3 +3 +3 +3 +3 +3 +3 +4 +4 +4 +4 +4',
  martialArts: '1d4 1d4 1d4 1d4 1d6 1d6 1d6 1d6 1d6 1d6 1d8 1d8 1d8 1d8 1d8 1d8 1d10 1d10 1d10 1d10',
  kiPoints: '- 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20',
  unarmoredMovement: '- +10 +10 +10 +10 +15 +15 +15 +15 +20 +20 +20 +20 +25 +25 +25 +25 +30 +30 +30',
  sneakAttack: '1d6 1d6 2d6 2d6 3d6 3d6 4d6 4d6 5d6 5d6 6d6 6d6 7d6 7d6 8d6 8d6 9d6 9d6 10d6 10d6',
  sorceryPoints: '- 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20',
};

/** Class, hit die, fixed hit points a level, saving throws. */
export const CLASS_ROWS: readonly (readonly [Srd5eClassName, string, number, Srd5eAbility, Srd5eAbility])[] =
  [
    ['barbarian', 'd12', 7, 'strength', 'constitution'],
    ['bard', 'd8', 5, 'dexterity', 'charisma'],
    ['cleric', 'd8', 5, 'wisdom', 'charisma'],
    ['druid', 'd8', 5, 'intelligence', 'wisdom'],
    ['fighter', 'd10', 6, 'strength', 'constitution'],
    ['monk', 'd8', 5, 'strength', 'dexterity'],
    ['paladin', 'd10', 6, 'wisdom', 'charisma'],
    ['ranger', 'd10', 6, 'strength', 'dexterity'],
    ['rogue', 'd8', 5, 'dexterity', 'intelligence'],
    ['sorcerer', 'd6', 4, 'constitution', 'charisma'],
    ['warlock', 'd8', 5, 'wisdom', 'charisma'],
    ['wizard', 'd6', 4, 'intelligence', 'wisdom'],
  ];

/** Armor, Armor Class, Strength, Stealth. */
export const ARMOR_ROWS = [
  ['Padded', '11 + Dex modifier', '—', 'Disadvantage'],
  ['Leather', '11 + Dex modifier', '—', '—'],
  ['Studded leather', '12 + Dex modifier', '—', '—'],
  ['Hide', '12 + Dex modifier (max 2)', '—', '—'],
  ['Chain shirt', '13 + Dex modifier (max 2)', '—', '—'],
  ['Scale mail', '14 + Dex modifier (max 2)', '—', 'Disadvantage'],
  ['Breastplate', '14 + Dex modifier (max 2)', '—', '—'],
  ['Half plate', '15 + Dex modifier (max 2)', '—', 'Disadvantage'],
  ['Ring mail', '14', '—', 'Disadvantage'],
  ['Chain mail', '16', 'Str 13', 'Disadvantage'],
  ['Splint', '17', 'Str 15', 'Disadvantage'],
  ['Plate', '18', 'Str 15', 'Disadvantage'],
  ['Shield', '+2', '—', '—'],
];

/** Scores and their modifier. */
export const MODIFIER_ROWS = [
  '1 -5',
  '2-3 -4',
  '4-5 -3',
  '6-7 -2',
  '8-9 -1',
  '10-11 +0',
  '12-13 +1',
  '14-15 +2',
  '16-17 +3',
  '18-19 +4',
  '20-21 +5',
  '22-23 +6',
  '24-25 +7',
  '26-27 +8',
  '28-29 +9',
  '30 +10',
];

/** Class and the scores it asks of whoever comes from another. */
export const MULTICLASS_ROWS = [
  ['Barbarian', 'Strength 13'],
  ['Bard', 'Charisma 13'],
  ['Cleric', 'Wisdom 13'],
  ['Druid', 'Wisdom 13'],
  ['Fighter', 'Strength 13 or Dexterity 13'],
  ['Monk', 'Dexterity 13 and Wisdom 13'],
  ['Paladin', 'Strength 13 and Charisma 13'],
  ['Ranger', 'Dexterity 13 and Wisdom 13'],
  ['Rogue', 'Dexterity 13'],
  ['Sorcerer', 'Charisma 13'],
  ['Warlock', 'Charisma 13'],
  ['Wizard', 'Intelligence 13'],
];
