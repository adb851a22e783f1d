import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  computeCheckBonus,
  computePassiveScore,
  computeSaveBonus,
  listSpellcasting,
} from '#engine/srd5e/checks.ts';
import { computeAttackBonus } from '#engine/srd5e/combat.ts';
import {
  computeForcedSaveDifficulty,
  listAttackDamage,
  Srd5eCreature,
  toCreatureBlock,
} from '#engine/srd5e/creatures.ts';
import { computeArmorClass, getProficiencyBonus } from '#engine/srd5e/derived-numbers.ts';
import { getChallengeExperience } from '#engine/srd5e/levels.ts';
import { countSpellRays, listSpellDamage, writeSpellHealing } from '#engine/srd5e/spell-numbers.ts';
import { Srd5eSpell } from '#engine/srd5e/spells.ts';
import type { Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import { Srd5eAbility, Srd5eSkill } from '#engine/srd5e/terms.ts';
import { readPack, readPublished } from '../../support/srd-figures.ts';

const Figure = z.union([z.number(), z.string()]);
const Published = z.strictObject({
  id: z.string(),
  armor_class: z.int(),
  armor: z.enum(['derived', 'written']),
  hit_points: z.int(),
  proficiency_bonus: z.int(),
  experience: z.int(),
  passive_perception: z.int(),
  saves: z.partialRecord(Srd5eAbility, z.int()),
  skills: z.partialRecord(Srd5eSkill, z.int()),
  attacks: z.array(z.strictObject({ name: z.string(), to_hit: z.int(), damage: z.string().optional() })),
  save_actions: z.array(z.strictObject({ name: z.string(), difficulty: z.int() })),
  spellcasting: z.strictObject({ difficulty: z.int().optional(), attack: z.int().optional() }).optional(),
});
type Published = z.infer<typeof Published>;
const Quirk = z.strictObject({
  creature: z.string(),
  figure: z.string(),
  derived: Figure,
  published: Figure,
  reason: z.string().min(20),
});
const PublishedSpell = z.strictObject({
  id: z.string(),
  by_slot: z.record(z.string(), z.string()).optional(),
  by_level: z.record(z.string(), z.string()).optional(),
  healing: z.record(z.string(), z.string()).optional(),
});

/** Takes out every number the pack writes to reach a printed one, so that only derived numbers remain. */
function withoutCorrections({ hit_points: _written, ...creature }: Srd5eCreature): Srd5eCreature {
  const plain = <Save extends { bonus: number }>(save: Save): Save => ({ ...save, bonus: 0 });
  const { bonus: _bonus, ...armor } = creature.armor;
  return {
    ...creature,
    armor,
    attacks: creature.attacks.map((attack) => ({
      ...attack,
      bonus: 0,
      damage: attack.damage.map(({ dice, type }) => ({ dice: dice.replace(/[+-]\d+$/, ''), type })),
    })),
    save_actions: creature.save_actions?.map((action) => ({ ...action, save: plain(action.save) })),
    traits: creature.traits?.map((trait) =>
      trait.kind === 'bursts_at_death' ? { ...trait, save: plain(trait.save) } : trait,
    ),
    spellcasting:
      creature.spellcasting === undefined
        ? undefined
        : { ...creature.spellcasting, save_bonus: 0, attack_bonus: 0 },
  };
}

type Comparison = {
  readonly figure: string;
  readonly derived: number | string | null;
  readonly published: number | string;
};

function compareFigures(block: Srd5eStatBlock, published: Published): readonly Comparison[] {
  const burst = block.traits?.find((trait) => trait.kind === 'bursts_at_death');
  const casting = listSpellcasting(block)[0];
  const { spellcasting: spells = {} } = published;
  return [
    ...(published.armor === 'derived'
      ? [{ figure: 'armor_class', derived: computeArmorClass(block), published: published.armor_class }]
      : []),
    { figure: 'hit_points', derived: block.hit_points.max, published: published.hit_points },
    {
      figure: 'proficiency_bonus',
      derived: getProficiencyBonus(block),
      published: published.proficiency_bonus,
    },
    { figure: 'experience', derived: getChallengeExperience(block), published: published.experience },
    {
      figure: 'passive_perception',
      derived: computePassiveScore(block, { skill: 'perception' }),
      published: published.passive_perception,
    },
    ...Srd5eAbility.options.flatMap((ability) => {
      const save = published.saves[ability];
      return save === undefined
        ? []
        : [{ figure: `save.${ability}`, derived: computeSaveBonus(block, ability), published: save }];
    }),
    ...Srd5eSkill.options.flatMap((skill) => {
      const bonus = published.skills[skill];
      return bonus === undefined
        ? []
        : [{ figure: `skill.${skill}`, derived: computeCheckBonus(block, { skill }), published: bonus }];
    }),
    ...published.attacks.flatMap((printed, index) => {
      const attack = block.attacks[index];
      const derived = attack === undefined ? null : computeAttackBonus(block, attack);
      const hit = { figure: `to_hit.${printed.name}`, derived, published: printed.to_hit };
      if (printed.damage === undefined || attack === undefined) return [hit];
      const dice = listAttackDamage(block, attack)[0]?.dice ?? null;
      return [hit, { figure: `damage.${printed.name}`, derived: dice, published: printed.damage }];
    }),
    ...published.save_actions.map(({ name, difficulty }) => {
      const save = block.save_actions?.find((action) => action.name === name)?.save ?? burst?.save;
      const derived = save === undefined ? null : computeForcedSaveDifficulty(block, save);
      return { figure: `difficulty.${name}`, derived, published: difficulty };
    }),
    ...(spells.difficulty === undefined
      ? []
      : [
          {
            figure: 'spell_difficulty',
            derived: casting?.saveDifficulty ?? null,
            published: spells.difficulty,
          },
        ]),
    ...(spells.attack === undefined
      ? []
      : [{ figure: 'spell_attack', derived: casting?.attackBonus ?? null, published: spells.attack }]),
  ];
}

const published = readPublished('creatures', Published);
const quirks = readPublished('quirks', Quirk);
const creatures = readPack('creatures', Srd5eCreature);

function getCreature(id: string): Srd5eCreature {
  const creature = creatures.get(id);
  if (creature === undefined) throw new Error(`the pack has no ${id}`);
  return creature;
}

describe('the 334 creatures', () => {
  const rows = published.flatMap((printed) => {
    const block = toCreatureBlock(withoutCorrections(getCreature(printed.id)));
    return compareFigures(block, printed).map((row) => ({ creature: printed.id, ...row }));
  });

  it('derive their printed figures from abilities, armor, proficiency and challenge', () => {
    const isQuirk = (row: (typeof rows)[number]) =>
      quirks.some(({ creature, figure }) => creature === row.creature && figure === row.figure);
    const beside = rows.filter((row) => !isQuirk(row));
    const agreeing = beside.filter((row) => row.derived === row.published);

    expect(published).toHaveLength(334);
    expect(creatures.size).toBe(334);
    expect(rows.length).toBeGreaterThan(3000);
    expect(beside.filter((row) => row.derived !== row.published)).toEqual([]);
    expect(agreeing.length / beside.length).toBeGreaterThanOrEqual(0.995);
    // The quirks are few: even with them, more than 98 of 100 figures agree.
    expect(agreeing.length / rows.length).toBeGreaterThan(0.98);
  });

  it('disagree exactly where a quirk is listed', () => {
    const disagreeing = rows.filter((row) => row.derived !== row.published);

    expect(disagreeing).toEqual(
      quirks.map(({ creature, figure, derived, published: printed }) => {
        return { creature, figure, derived, published: printed };
      }),
    );
  });

  it('play with the printed figures, corrections of the pack included', () => {
    const UNCORRECTED = /^(skill|passive_perception|experience)/;
    const wrong = published.flatMap((printed) => {
      const block = toCreatureBlock(getCreature(printed.id));
      const off = compareFigures(block, printed).filter((row) => row.derived !== row.published);
      return off.filter(({ figure }) => !UNCORRECTED.test(figure)).map((row) => ({ id: printed.id, ...row }));
    });

    expect(wrong).toEqual([]);
  });
});

describe('the spells with dice', () => {
  const spells = readPack('spells', Srd5eSpell);
  const printed = readPublished('spells', PublishedSpell);
  const MODIFIER = 3;
  const withModifier = (dice: string) => dice.replace('+MOD', `+${MODIFIER}`);

  function getSpell(id: string): Srd5eSpell {
    const spell = spells.get(id);
    if (spell === undefined) throw new Error(`the pack has no ${id}`);
    return spell;
  }

  /** Sums up darts that are printed as one number: three times 1d4+1 is 3d4+3. */
  function writeAllDarts(dice: string, darts: number): string {
    const [, count = '', sides = '', bonus = '0'] = /^(\d+)d(\d+)([+-]\d+)?$/.exec(dice) ?? [];
    return `${Number(count) * darts}d${sides}+${Number(bonus) * darts}`;
  }

  it('are all there', () => {
    expect(spells.size).toBe(319);
    expect(printed).toHaveLength(75);
  });

  it.each(printed)('$id grows as printed', ({ id, by_slot, by_level, healing }) => {
    const spell = getSpell(id);
    for (const [slot, dice] of Object.entries(by_slot ?? {})) {
      const casting = { slot: Number(slot), casterLevel: 20, modifier: MODIFIER };
      const parts = listSpellDamage(spell, casting).map((part) => part.dice);
      const derived =
        id === 'magic_missile'
          ? writeAllDarts(parts[0] ?? '', countSpellRays(spell, casting))
          : parts.join('+');
      expect([slot, derived]).toEqual([slot, withModifier(dice)]);
    }
    for (const [level, dice] of Object.entries(by_level ?? {})) {
      const casting = { slot: 0, casterLevel: Number(level), modifier: MODIFIER };
      expect([level, listSpellDamage(spell, casting)[0]?.dice]).toEqual([level, dice]);
    }
    for (const [slot, dice] of Object.entries(healing ?? {})) {
      const casting = { slot: Number(slot), casterLevel: 20, modifier: MODIFIER };
      expect([slot, writeSpellHealing(spell, casting)]).toEqual([slot, withModifier(dice)]);
    }
  });
});
