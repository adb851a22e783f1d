import { describe, expect, it } from 'vitest';
import { listLevelChoices } from '#engine/srd5e/level-choices.ts';
import {
  computeAverageHitPoints,
  computeStartingHitPoints,
  findExperienceLevel,
  gainExperience,
  getChallengeExperience,
  getNextLevelExperience,
  improveAbilities,
  raiseLevel,
  takeLevel,
} from '#engine/srd5e/levels.ts';
import { Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import { Srd5eClassName } from '#engine/srd5e/terms.ts';
import { adventurer, creature, specialist } from './creatures.ts';
import { resolved } from './resolved.ts';
import { scriptedDice } from './scripted-dice.ts';
import { ADVANCEMENT_ROWS, CHALLENGE_ROWS, CLASS_ROWS, MULTICLASS_ROWS } from './srd-tables.ts';

const average = { hitPoints: 'average', milestone: true } as const;

describe('experience', () => {
  it.each(ADVANCEMENT_ROWS)('reaches the level of "%s" and not a point sooner', (row) => {
    const [needed = 0, level = 0] = row.split(' ').map(Number);

    expect(findExperienceLevel(needed)).toBe(level);
    if (level > 1) {
      expect(findExperienceLevel(needed - 1)).toBe(level - 1);
      expect(getNextLevelExperience(adventurer('rogue', level - 1))).toBe(needed);
    }
  });

  it('asks for nothing more at level 20, nor of creatures without classes', () => {
    expect(getNextLevelExperience(adventurer('rogue', 20))).toBeNull();
    expect(getNextLevelExperience(creature())).toBeNull();
  });

  it('counts the levels that are due', () => {
    const novice = adventurer('rogue', 1, { experience: 250 });

    expect(resolved(gainExperience(novice, 49))).toMatchObject({ levelsDue: 0, block: { experience: 299 } });
    expect(resolved(gainExperience(novice, 0)).block).toEqual(novice);
    expect(resolved(gainExperience(novice, 50)).levelsDue).toBe(1);
    expect(resolved(gainExperience(novice, 2_500)).levelsDue).toBe(3);
    expect(gainExperience(novice, -1)).toMatchObject({ rejected: 'negative-experience' });
  });

  it.each(CHALLENGE_ROWS)('is worth "%s" by challenge rating', (row) => {
    const [rating = '', ...worth] = row.split(' ');
    const parsed = Srd5eStatBlock.shape.challenge_rating.parse(
      rating.includes('/') ? rating : Number(rating),
    );
    const monster = creature({ challenge_rating: parsed, attacks: [{ name: 'bite' }] });

    expect(getChallengeExperience(monster)).toBe(Number(worth.at(-1)));
  });

  it('is worth nothing for the harmless and the unrated', () => {
    expect(getChallengeExperience(creature({ challenge_rating: 0 }))).toBe(0);
    expect(getChallengeExperience(creature())).toBe(0);
  });
});

describe('a new level', () => {
  it.each(CLASS_ROWS)('gives a %s hit points by %s, or %i', (name, die, fixed) => {
    const block = adventurer(name, 1, { abilities: { constitution: 14 } });
    const dice = scriptedDice(1);

    expect(computeAverageHitPoints(name)).toBe(fixed);
    expect(resolved(raiseLevel(block, { class: name, ...average }, scriptedDice())).hitPointsGained).toBe(
      fixed + 2,
    );
    expect(
      resolved(raiseLevel(block, { class: name, hitPoints: 'roll', milestone: true }, dice)).hitPointsGained,
    ).toBe(3);
    expect(dice.asked).toEqual([`1${die}+2`]);
    expect(computeStartingHitPoints(block, name)).toBe(Number(die.slice(1)) + 2);
  });

  it('never costs hit points', () => {
    const frail = adventurer('wizard', 1, { abilities: { constitution: 1 } });

    expect(resolved(raiseLevel(frail, { class: 'wizard', ...average }, scriptedDice())).hitPointsGained).toBe(
      1,
    );
  });

  it('toughens the blood of dragons by one more', () => {
    const block = specialist('sorcerer', 'draconic_bloodline', 1);

    expect(
      resolved(raiseLevel(block, { class: 'sorcerer', ...average }, scriptedDice())).hitPointsGained,
    ).toBe(5);
    expect(computeStartingHitPoints(block, 'sorcerer')).toBe(7);
  });

  it('raises slots, features and dice, and keeps what was used', () => {
    const cleric = adventurer('cleric', 5, {
      experience: 14_000,
      hit_points: { current: 11, max: 30 },
      resources: {
        hit_dice: { d8: { used: 4, total: 5 } },
        spell_slots: { '3': { used: 2, total: 2 } },
      },
    });
    const gain = resolved(raiseLevel(cleric, { class: 'cleric', hitPoints: 'average' }, scriptedDice()));

    expect(gain).toMatchObject({
      level: 6,
      classLevel: 6,
      proficiencyBonus: 3,
      features: ['Channel Divinity (2/rest)', 'Divine Domain feature'],
      improvementDue: false,
      block: {
        hit_points: { current: 16, max: 35 },
        resources: {
          hit_dice: { d8: { used: 4, total: 6 } },
          spell_slots: { '3': { used: 2, total: 3 } },
          class_features: { channel_divinity: { total: 2 } },
        },
      },
    });
    expect(Srd5eStatBlock.parse(gain.block)).toEqual(gain.block);
  });

  it.each([
    ['without the experience', adventurer('rogue', 1, { experience: 299 }), 'not-enough-experience'],
    ['beyond 20', adventurer('rogue', 20, { experience: 999_999 }), 'highest-level'],
    ['to a creature without classes', creature({ experience: 999 }), 'no-class'],
    [
      'to the dead',
      adventurer('rogue', 1, { experience: 999, status: 'dead', hit_points: { current: 0, max: 8 } }),
      'creature-dead',
    ],
  ])('does not come %s', (_case, block, rejected) => {
    expect(raiseLevel(block, { class: 'rogue', hitPoints: 'average' }, scriptedDice())).toMatchObject({
      rejected,
    });
  });

  const improvements: Partial<Record<Srd5eClassName, number[]>> = {
    fighter: [4, 6, 8, 12, 14, 16, 19],
    rogue: [4, 8, 10, 12, 16, 19],
  };

  it.each(Srd5eClassName.options)('improves the abilities of a %s when its table says so', (name) => {
    const due = Array.from({ length: 19 }, (_, index) => index + 1).flatMap((level) => {
      const gain = resolved(raiseLevel(adventurer(name, level), { class: name, ...average }, scriptedDice()));
      expect(gain.improvementDue).toBe(gain.features.includes('Ability Score Improvement'));
      return gain.improvementDue ? [gain.classLevel] : [];
    });

    expect(due).toEqual(improvements[name] ?? [4, 8, 12, 16, 19]);
  });
});

describe('a second class', () => {
  it.each(MULTICLASS_ROWS)('%s asks for %s', (printed = '', scores = '') => {
    const name = Srd5eClassName.parse(printed.toLowerCase());
    const origin = name === 'bard' ? 'sorcerer' : 'bard';
    const ways = scores.split(' or ').map((way) => way.toLowerCase().matchAll(/(\w+) 13/g));

    for (const way of ways) {
      const needed = [...way].map(([, ability = '']) => [ability, 13]);
      const fit = adventurer(origin, 1, { abilities: { charisma: 13, ...Object.fromEntries(needed) } });
      expect(raiseLevel(fit, { class: name, ...average }, scriptedDice())).toMatchObject({
        level: 2,
        classLevel: 1,
      });
      for (const [ability = ''] of needed) {
        const unfit = { ...fit, abilities: { ...fit.abilities, [ability]: 12 } };
        expect(raiseLevel(unfit, { class: name, ...average }, scriptedDice())).toMatchObject({
          rejected: 'prerequisite-unmet',
        });
      }
    }
  });

  it('asks for aptitude in the first class too', () => {
    const clumsy = adventurer('rogue', 1, { abilities: { intelligence: 18 } });

    expect(raiseLevel(clumsy, { class: 'wizard', ...average }, scriptedDice())).toMatchObject({
      rejected: 'prerequisite-unmet',
      reason: 'rogue asks for dexterity 13 to multiclass',
    });
  });
});

describe('an ability score improvement', () => {
  const fighter = adventurer('fighter', 8, {
    abilities: { constitution: 17, strength: 19 },
    hit_points: { current: 60, max: 70 },
  });

  it('of constitution raises hit points for every level', () => {
    expect(resolved(improveAbilities(fighter, { constitution: 1, wisdom: 1 }))).toMatchObject({
      abilities: { ...fighter.abilities, constitution: 18, wisdom: 11 },
      hit_points: { current: 68, max: 78 },
    });
  });

  it('may reach 20, and minds no other score that magic has raised beyond', () => {
    const belted = { ...fighter, abilities: { ...fighter.abilities, charisma: 24 } };

    expect(resolved(improveAbilities(belted, { strength: 1, wisdom: 1 })).abilities).toMatchObject({
      strength: 20,
      charisma: 24,
    });
  });

  it('counts anew what hangs on an ability', () => {
    const bard = adventurer('bard', 4, { abilities: { charisma: 14 } });

    expect(
      resolved(improveAbilities(bard, { charisma: 2 })).resources.class_features.bardic_inspiration,
    ).toMatchObject({ total: 3 });
  });

  it.each([
    ['three points', { strength: 1, wisdom: 2 }, 'not-two-points'],
    ['one point', { wisdom: 1 }, 'not-two-points'],
    ['taking points away', { wisdom: 3, charisma: -1 }, 'not-two-points'],
    ['a score above 20', { strength: 2 }, 'score-above-20'],
  ])('is not %s', (_case, increases, rejected) => {
    expect(improveAbilities(fighter, increases)).toMatchObject({ rejected });
  });
});

describe('choices of a new level', () => {
  it.each([
    ['fighter', 2, { hitDie: 'd10', points: 0, isSubclassDue: true, cantrips: 0, spells: 0 }],
    ['fighter', 3, { points: 2 }],
    ['wizard', 3, { hitDie: 'd6', points: 2, cantrips: 1, highestSpellLevel: 2 }],
  ] as const)('of a %s after level %i follow the class table', (name, level, expected) => {
    expect(listLevelChoices(adventurer(name, level), name)).toMatchObject(expected);
  });
});

it.each([
  ['paladin', 2, 'Fighting Style', 'Defense', (block: Srd5eStatBlock) => block.armor.bonus, 1],
  ['rogue', 6, 'Expertise', 'Stealth', (block: Srd5eStatBlock) => block.skills.stealth, 'expertise'],
  [
    'sorcerer',
    3,
    'Metamagic',
    'Subtle Spell',
    (block: Srd5eStatBlock) => block.features.at(-1),
    'Metamagic: Subtle Spell',
  ],
  [
    'warlock',
    2,
    'Invocation',
    "Devil's Sight",
    (block: Srd5eStatBlock) => block.features.at(-1),
    "Invocation: Devil's Sight",
  ],
] as const)('lets a %s of level %i choose %s', (name, level, kind, chosen, read, value) => {
  const before = adventurer(name, level - 1, {
    experience: 355_000,
    skills: { stealth: 'proficient', deception: 'proficient', perception: 'proficient' },
    armor: { kind: 'medium', name: 'scale_mail', base: 14 },
  });
  const offered = listLevelChoices(before, name).features.find((choice) => choice.kind === kind);
  const feature = `${kind}: ${chosen}`;
  expect(offered?.options).toContain(feature);
  const plan = { class: name, ...average, features: [feature] } as const;
  const { block } = resolved(takeLevel(before, plan, scriptedDice()));
  expect(read(block)).toBe(value);
  expect(block.features).toContain(feature);
  expect(listLevelChoices(block, name).features.flatMap(({ options }) => options)).not.toContain(feature);
  const strange = takeLevel(before, { ...plan, features: [`${kind}: Nothing of the kind`] }, scriptedDice());
  expect(strange).toMatchObject({ rejected: 'no-such-choice' });
});
