import { describe, expect, it } from 'vitest';
import {
  combineEdges,
  computeCheckBonus,
  computeCheckEdge,
  computePassiveScore,
  computeSaveBonus,
  computeSpellAttackBonus,
  computeSpellSaveDifficulty,
  getCheckAbility,
  isSaveProficient,
  rollCheck,
  rollSave,
} from '#engine/srd5e/checks.ts';
import { createWornArmor } from '#engine/srd5e/stat-block.ts';
import { Srd5eAbility, Srd5eSkill } from '#engine/srd5e/terms.ts';
import { adventurer, creature, specialist } from './creatures.ts';
import { scriptedDice } from './scripted-dice.ts';
import { CLASS_ROWS } from './srd-tables.ts';

const SKILLS_BY_ABILITY = {
  strength: ['athletics'],
  dexterity: ['acrobatics', 'sleight_of_hand', 'stealth'],
  constitution: [],
  intelligence: ['arcana', 'history', 'investigation', 'nature', 'religion'],
  wisdom: ['animal_handling', 'insight', 'medicine', 'perception', 'survival'],
  charisma: ['deception', 'intimidation', 'performance', 'persuasion'],
};

describe('a skill', () => {
  it.each(Srd5eAbility.options)('goes with %s as the list says', (ability) => {
    const skills = Srd5eSkill.options.filter((skill) => getCheckAbility({ skill }) === ability);

    expect(skills).toEqual(SKILLS_BY_ABILITY[ability]);
  });

  it('is one of eighteen', () => {
    expect(Srd5eSkill.options).toHaveLength(18);
  });

  it.each([
    ['no training', {}, 2],
    ['proficiency', { stealth: 'proficient' }, 5],
    ['expertise', { stealth: 'expertise' }, 8],
  ] as const)('counts %s', (_case, skills, bonus) => {
    const rogue = adventurer('rogue', 5, { abilities: { dexterity: 14 }, skills });

    expect(computeCheckBonus(rogue, { skill: 'stealth' })).toBe(bonus);
  });

  it('may go with another ability', () => {
    const brute = creature({ abilities: { strength: 18 }, skills: { intimidation: 'proficient' } });

    expect(computeCheckBonus(brute, { skill: 'intimidation', ability: 'strength' })).toBe(6);
  });

  it('is helped by half when a bard has no training in it', () => {
    const bard = adventurer('bard', 5, { skills: { arcana: 'proficient' } });

    expect(computeCheckBonus(bard, { skill: 'history' })).toBe(1);
    expect(computeCheckBonus(bard, { skill: 'arcana' })).toBe(3);
    expect(computeCheckBonus(adventurer('bard', 1), { skill: 'history' })).toBe(0);
  });

  it('is helped by half, rounded up, when a champion’s body does the work', () => {
    const champion = specialist('fighter', 'champion', 7);

    expect(computeCheckBonus(champion, { skill: 'athletics' })).toBe(2);
    expect(computeCheckBonus(champion, { skill: 'history' })).toBe(0);
  });
});

describe('a saving throw', () => {
  it.each(CLASS_ROWS)('is trained by a %s', (name, _die, _average, first, second) => {
    const block = adventurer(name, 1);
    const trained = Srd5eAbility.options.filter((ability) => isSaveProficient(block, ability));

    expect(trained.toSorted()).toEqual([first, second].toSorted());
  });

  it('is trained by the first class only', () => {
    const block = creature({
      classes: [
        { class: 'wizard', level: 1 },
        { class: 'fighter', level: 1 },
      ],
    });

    expect(isSaveProficient(block, 'intelligence')).toBe(true);
    expect(isSaveProficient(block, 'strength')).toBe(false);
  });

  it.each([
    ['a monk’s diamond soul', adventurer('monk', 14), 'charisma', 5],
    ['a rogue’s slippery mind', adventurer('rogue', 15), 'wisdom', 5],
    ['a rogue before that', adventurer('rogue', 14), 'wisdom', 0],
    ['a listed proficiency', creature({ saving_throws: ['wisdom'] }), 'wisdom', 2],
    ['a paladin’s aura', adventurer('paladin', 6, { abilities: { charisma: 16 } }), 'strength', 3],
    ['a dull paladin’s aura', adventurer('paladin', 6, { abilities: { charisma: 8 } }), 'strength', 1],
    ['a paladin without it', adventurer('paladin', 5, { abilities: { charisma: 16 } }), 'strength', 0],
  ] as const)('is helped by %s', (_case, block, ability, bonus) => {
    expect(computeSaveBonus(block, ability)).toBe(bonus);
  });
});

it('adds what effects give to checks and saves', () => {
  const guided = creature({
    active_effects: [{ name: 'guidance', source: 'Ada', ability_checks: 2, saving_throws: 1 }],
  });

  expect(computeCheckBonus(guided, { ability: 'strength' })).toBe(2);
  expect(computeSaveBonus(guided, 'strength')).toBe(1);
});

describe('a passive score', () => {
  it.each([
    ['none', 14],
    ['advantage', 19],
    ['disadvantage', 9],
  ] as const)('with an edge of %s is %i for a watchful beginner', (edge, score) => {
    const block = adventurer('ranger', 1, {
      abilities: { wisdom: 15 },
      skills: { perception: 'proficient' },
    });

    expect(computePassiveScore(block, { skill: 'perception' }, edge)).toBe(score);
  });
});

describe('spellcasting', () => {
  it.each([
    ['wizard', 'intelligence'],
    ['cleric', 'wisdom'],
    ['druid', 'wisdom'],
    ['ranger', 'wisdom'],
    ['bard', 'charisma'],
    ['paladin', 'charisma'],
    ['sorcerer', 'charisma'],
    ['warlock', 'charisma'],
  ] as const)('of a %s hangs on %s', (name, ability) => {
    const block = adventurer(name, 5, { abilities: { [ability]: 16 } });

    expect(computeSpellAttackBonus(block, name)).toBe(6);
    expect(computeSpellSaveDifficulty(block, name)).toBe(14);
  });

  it('is not for everyone', () => {
    expect(computeSpellSaveDifficulty(adventurer('rogue', 5), 'rogue')).toBeNull();
    expect(computeSpellSaveDifficulty(adventurer('rogue', 5), 'wizard')).toBeNull();
  });
});

describe('an edge', () => {
  it.each([
    [[], 'none'],
    [['advantage'], 'advantage'],
    [['advantage', 'advantage'], 'advantage'],
    [['disadvantage', 'none'], 'disadvantage'],
    [['advantage', 'disadvantage'], 'none'],
    [['advantage', 'advantage', 'disadvantage'], 'none'],
    [['advantage', 'disadvantage', 'disadvantage'], 'none'],
  ] as const)('of %j is %s', (edges, result) => {
    expect(combineEdges(edges)).toBe(result);
  });

  it.each([
    ['poison', creature({ conditions: [{ name: 'poisoned', source: 'wine' }] })],
    ['fear', creature({ conditions: [{ name: 'frightened', source: 'wolf' }] })],
    ['one level of exhaustion', creature({ exhaustion: 1 })],
    ['noisy armor', creature({ armor: createWornArmor('scale_mail') })],
    [
      'armor nobody taught it to wear',
      creature({ armor: { ...createWornArmor('leather'), proficient: false } }),
    ],
  ])('against sneaking comes from %s', (_case, block) => {
    expect(computeCheckEdge(block, { skill: 'stealth' })).toBe('disadvantage');
  });

  it('does not come from a fear that is out of sight', () => {
    const scared = creature({ conditions: [{ name: 'frightened', source: 'wolf' }] });

    expect(computeCheckEdge(scared, { skill: 'stealth' }, { seesFear: false })).toBe('none');
  });
});

describe('a roll', () => {
  it.each([
    [14, 'none', [12], true],
    [15, 'none', [12], false],
    [14, 'advantage', [3, 12], true],
    [14, 'disadvantage', [3, 12], false],
  ] as const)('against %i with %s and dice of %j succeeds: %s', (difficulty, edge, faces, success) => {
    const block = creature({ abilities: { wisdom: 14 } });
    const dice = scriptedDice(...faces);

    expect(rollCheck(block, { skill: 'perception' }, difficulty, dice, { edges: [edge] }).success).toBe(
      success,
    );
    expect(dice.asked).toEqual([edge === 'none' ? '1d20+2' : `1d20+2 ${edge}`]);
  });

  it('makes nothing of a natural 20', () => {
    expect(rollCheck(creature(), { ability: 'strength' }, 21, scriptedDice(20)).success).toBe(false);
    expect(rollSave(creature(), 'strength', 21, scriptedDice(20)).success).toBe(false);
  });

  it.each([
    ['blinded', 'sight'],
    ['deafened', 'hearing'],
  ] as const)('needs no dice when a %s creature must rely on %s', (name, reliesOn) => {
    const block = creature({ conditions: [{ name, source: 'spell' }] });
    const dice = scriptedDice();

    expect(rollCheck(block, { skill: 'perception' }, 5, dice, { reliesOn })).toMatchObject({
      success: false,
      roll: null,
    });
    expect(dice.asked).toEqual([]);
  });

  it('never falls below 10 where a seasoned rogue is proficient', () => {
    const rogue = adventurer('rogue', 11, { skills: { stealth: 'proficient' } });

    expect(rollCheck(rogue, { skill: 'stealth' }, 14, scriptedDice(2)).success).toBe(true);
    expect(rollCheck(rogue, { skill: 'history' }, 10, scriptedDice(2)).success).toBe(false);
  });
});
