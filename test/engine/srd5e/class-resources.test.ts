import { describe, expect, it } from 'vitest';
import {
  applyClassResources,
  computeFeaturePools,
  computeHitDice,
} from '#engine/srd5e/parts/class-resources.ts';
import {
  computePactSlots,
  computeSpellSlots,
  isAwaitingFirstSpells,
} from '#engine/srd5e/parts/spell-slots.ts';
import type { Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import { SRD5E_SUBCLASSES, type Srd5eClassName } from '#engine/srd5e/terms.ts';
import { adventurer, creature, specialist } from './creatures.ts';
import { CLASS_COLUMNS, CLASS_ROWS, FULL_CASTER_ROWS, HALF_CASTER_ROWS, PACT_ROWS } from './srd-tables.ts';

const levels = Array.from({ length: 20 }, (_, index) => index + 1);

/** A block's slots as a row of the printed tables. */
function printedSlots(block: Srd5eStatBlock, width: number): string {
  const slots = Object.values(computeSpellSlots(block)).map(({ total }) => `${total}`);
  return [...slots, ...Array<string>(width - slots.length).fill('-')].join(' ');
}

const multiclass = (...classes: readonly (readonly [Srd5eClassName, number])[]) =>
  creature({ classes: classes.map(([name, level]) => ({ class: name, level })) });

describe('spell slots', () => {
  it.each(['bard', 'cleric', 'druid', 'sorcerer', 'wizard'] as const)('of a %s follow the table', (name) => {
    expect(levels.map((level) => printedSlots(adventurer(name, level), 9))).toEqual(FULL_CASTER_ROWS);
  });

  it.each(['paladin', 'ranger'] as const)('of a %s follow the table', (name) => {
    expect(levels.map((level) => printedSlots(adventurer(name, level), 5))).toEqual(HALF_CASTER_ROWS);
  });

  it('of a warlock are few, of one level and apart', () => {
    const rows = levels.map((level) => {
      const slots = computePactSlots(adventurer('warlock', level));
      return `${slots?.total} ${slots?.level}`;
    });

    expect(rows).toEqual(PACT_ROWS);
    expect(computeSpellSlots(adventurer('warlock', 20))).toEqual({});
  });

  it.each(['barbarian', 'fighter', 'monk', 'rogue'] as const)('are not for a %s', (name) => {
    expect(computeSpellSlots(adventurer(name, 20))).toEqual({});
    expect(computePactSlots(adventurer(name, 20))).toBeNull();
  });

  it.each([
    ['ranger 4 and wizard 3', multiclass(['ranger', 4], ['wizard', 3]), 5],
    ['paladin 5 and cleric 5', multiclass(['paladin', 5], ['cleric', 5]), 7],
    ['paladin 3 and ranger 3', multiclass(['paladin', 3], ['ranger', 3]), 2],
    ['bard 10 and sorcerer 10', multiclass(['bard', 10], ['sorcerer', 10]), 20],
    ['wizard 3 and fighter 5', multiclass(['wizard', 3], ['fighter', 5]), 3],
    ['wizard 3 and a paladin who cannot cast yet', multiclass(['wizard', 3], ['paladin', 1]), 3],
    ['wizard 3 and warlock 5', multiclass(['wizard', 3], ['warlock', 5]), 3],
  ])('of %s are those of the pooled caster level', (_case, block, level) => {
    expect(printedSlots(block, 9)).toBe(FULL_CASTER_ROWS[level - 1]);
  });

  it('of a lone half caster among other classes follow its own table', () => {
    expect(printedSlots(multiclass(['fighter', 2], ['paladin', 5]), 5)).toBe(HALF_CASTER_ROWS[4]);
  });

  it.each([
    ['a paladin of level 1', adventurer('paladin', 1), true],
    ['a ranger of level 1', adventurer('ranger', 1), true],
    ['a ranger of level 2', adventurer('ranger', 2), false],
    ['a fighter', adventurer('fighter', 1), false],
    ['a ranger 1 and wizard 1', multiclass(['ranger', 1], ['wizard', 1]), false],
  ])('are still awaited by %s: %s', (_case, block, awaited) => {
    expect(isAwaitingFirstSpells(block)).toBe(awaited);
  });
});

describe('hit dice', () => {
  it.each(CLASS_ROWS)('of a %s are %s', (name, die) => {
    expect(computeHitDice(adventurer(name, 7))).toEqual({ [die]: { used: 0, total: 7 } });
  });

  it('of the same size are one pool, of different sizes several', () => {
    expect(computeHitDice(multiclass(['paladin', 5], ['fighter', 5]))).toEqual({
      d10: { used: 0, total: 10 },
    });
    expect(computeHitDice(multiclass(['paladin', 5], ['cleric', 5]))).toEqual({
      d10: { used: 0, total: 5 },
      d8: { used: 0, total: 5 },
    });
  });
});

const total = (block: Srd5eStatBlock, feature: string) => computeFeaturePools(block)[feature]?.total ?? null;

describe('class features', () => {
  it.each(levels)('follow the class tables at level %i', (level) => {
    const column = (name: keyof typeof CLASS_COLUMNS) => CLASS_COLUMNS[name].split(' ')[level - 1];

    expect(total(adventurer('barbarian', level), 'rage')?.toString().replace('unl', 'Unl')).toBe(
      column('rages'),
    );
    expect(`${total(adventurer('monk', level), 'ki_points') ?? '-'}`).toBe(column('kiPoints'));
    expect(`${total(adventurer('sorcerer', level), 'sorcery_points') ?? '-'}`).toBe(column('sorceryPoints'));
    expect(total(adventurer('paladin', level), 'lay_on_hands_pool')).toBe(level * 5);
  });

  it.each([
    ['cleric', 'channel_divinity', 1, null],
    ['cleric', 'channel_divinity', 2, 1],
    ['cleric', 'channel_divinity', 6, 2],
    ['cleric', 'channel_divinity', 18, 3],
    ['cleric', 'divine_intervention', 9, null],
    ['cleric', 'divine_intervention', 10, 1],
    ['druid', 'wild_shape', 1, null],
    ['druid', 'wild_shape', 2, 2],
    ['druid', 'wild_shape', 20, 'unlimited'],
    ['druid', 'natural_recovery', 20, null],
    ['fighter', 'second_wind', 1, 1],
    ['fighter', 'action_surge', 1, null],
    ['fighter', 'action_surge', 2, 1],
    ['fighter', 'action_surge', 17, 2],
    ['fighter', 'indomitable', 8, null],
    ['fighter', 'indomitable', 9, 1],
    ['fighter', 'indomitable', 13, 2],
    ['fighter', 'indomitable', 17, 3],
    ['paladin', 'channel_divinity', 2, null],
    ['paladin', 'channel_divinity', 3, 1],
    ['paladin', 'cleansing_touch', 13, null],
    ['paladin', 'cleansing_touch', 14, 1],
    ['rogue', 'stroke_of_luck', 19, null],
    ['rogue', 'stroke_of_luck', 20, 1],
    ['warlock', 'mystic_arcanum_6', 10, null],
    ['warlock', 'mystic_arcanum_6', 11, 1],
    ['warlock', 'mystic_arcanum_7', 13, 1],
    ['warlock', 'mystic_arcanum_8', 15, 1],
    ['warlock', 'mystic_arcanum_9', 17, 1],
    ['warlock', 'eldritch_master', 20, 1],
    ['wizard', 'arcane_recovery', 1, 1],
    ['wizard', 'signature_spells', 20, 2],
  ] as const)('give a %s %s at level %i: %s', (name, feature, level, uses) => {
    expect(total(adventurer(name, level), feature)).toBe(uses);
  });

  it.each([
    ['druid', 'natural_recovery', 2],
    ['monk', 'wholeness_of_body', 6],
    ['paladin', 'holy_nimbus', 20],
    ['warlock', 'dark_ones_own_luck', 6],
    ['warlock', 'hurl_through_hell', 14],
  ] as const)('give a %s of the SRD’s subclass %s from level %i', (name, feature, level) => {
    expect(total(specialist(name, SRD5E_SUBCLASSES[name], level), feature)).toBe(1);
    expect(total(specialist(name, SRD5E_SUBCLASSES[name], level - 1), feature)).toBeNull();
    expect(total(specialist(name, 'homebrew', level), feature)).toBeNull();
  });

  it.each([
    [1, 8, 1, 'd6', 'long_rest'],
    [4, 16, 3, 'd6', 'long_rest'],
    [5, 16, 3, 'd8', 'short_rest'],
    [10, 20, 5, 'd10', 'short_rest'],
    [15, 20, 5, 'd12', 'short_rest'],
  ])(
    'give a bard of level %i with charisma %i %i inspirations of %s back by %s',
    (level, charisma, uses, die, recovery) => {
      const bard = adventurer('bard', level, { abilities: { charisma } });

      expect(computeFeaturePools(bard).bardic_inspiration).toEqual({ used: 0, total: uses, recovery, die });
    },
  );

  it.each([
    [16, 4],
    [10, 1],
    [8, 0],
    [6, 0],
  ])('give a paladin of charisma %i %i uses of divine sense', (charisma, uses) => {
    expect(total(adventurer('paladin', 1, { abilities: { charisma } }), 'divine_sense')).toBe(uses);
  });

  it('never add up channel divinity of two classes', () => {
    expect(total(multiclass(['cleric', 6], ['paladin', 4]), 'channel_divinity')).toBe(2);
    expect(total(multiclass(['paladin', 4], ['cleric', 2]), 'channel_divinity')).toBe(1);
  });
});

describe('filling in what the classes decide', () => {
  it('keeps what was used and what no class explains', () => {
    const block = creature({
      classes: [{ class: 'monk', level: 5 }],
      resources: {
        hit_dice: { d8: { used: 2, total: 4 } },
        class_features: {
          ki_points: { used: 3, total: 4, recovery: 'short_rest' },
          dragon_boon: { used: 1, total: 1, recovery: 'never' },
        },
      },
    });

    expect(applyClassResources(block).resources).toMatchObject({
      hit_dice: { d8: { used: 2, total: 5 } },
      class_features: { ki_points: { used: 3, total: 5 }, dragon_boon: { used: 1, total: 1 } },
    });
  });

  it('changes nothing the second time', () => {
    const once = adventurer('warlock', 11);

    expect(applyClassResources(once)).toEqual(once);
  });
});
