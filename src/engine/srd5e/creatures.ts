import { z } from 'zod';
import { formatSigned } from '#engine/util/format-signed.ts';
import { writeDamageExpression } from './combat.ts';
import { getModifier, getProficiencyBonus, toAbilityModifier } from './derived-numbers.ts';
import { Srd5eSenses } from './parts/effect-shapes.ts';
import {
  type Srd5eAttackDamage,
  type Srd5eForcedSave,
  Srd5eMultiattackPart,
  Srd5eSaveAction,
  Srd5eSpellcasting,
  Srd5eTrait,
} from './parts/trait-shapes.ts';
import {
  createWornArmor,
  Srd5eArmorName,
  Srd5eAttack,
  Srd5eChallengeRating,
  Srd5eCreatureType,
  Srd5eStatBlock,
  type Srd5eStatBlockInput,
} from './stat-block.ts';
import {
  Srd5eAbility,
  type Srd5eAbilityScores,
  Srd5eConditionName,
  Srd5eDamageDefence,
  type Srd5eHitDie,
  Srd5eSkill,
  Srd5eSpellLevel,
} from './terms.ts';

const Score = z.int().min(1).max(30);
const Feet = z.int().min(0).max(600);
const HIT_DICE = /^(\d{1,2})(d4|d6|d8|d10|d12|d20)$/;

/** Protection: worn armor by its name, the whole figure of natural armor, or a spell. Nothing means unarmored. */
const CreatureArmor = z.strictObject({
  worn: Srd5eArmorName.optional(),
  natural: z.int().min(5).max(30).optional(),
  mage_armor: z.boolean().optional(),
  shield: z.boolean().optional(),
  bonus: z.int().min(-10).max(10).optional(),
});

/**
 * Figures of a creature in the short form of a bestiary. Only what cannot be computed is written: `toCreatureBlock`
 * derives the rest.
 */
export const Srd5eCreature = z.strictObject({
  type: Srd5eCreatureType,
  size: z.enum(['tiny', 'small', 'medium', 'large', 'huge', 'gargantuan']).default('medium'),
  challenge: Srd5eChallengeRating,
  abilities: z
    .tuple([Score, Score, Score, Score, Score, Score])
    .describe('Strength, Dexterity, Constitution, Intelligence, Wisdom, Charisma.'),
  hit_dice: z.string().regex(HIT_DICE, 'hit dice look like 3d8'),
  hit_points: z.int().min(1).optional().describe('Only where it differs from the average of the hit dice.'),
  armor: CreatureArmor.prefault({}),
  speed: z
    .strictObject({
      walk: Feet.optional(),
      climb: Feet.optional(),
      fly: Feet.optional(),
      swim: Feet.optional(),
      burrow: Feet.optional(),
    })
    .prefault({}),
  saves: z.array(Srd5eAbility).max(6).default([]),
  skills: z.partialRecord(Srd5eSkill, z.enum(['proficient', 'expertise'])).default({}),
  senses: Srd5eSenses.optional(),
  attacks: z.array(Srd5eAttack).max(20).default([]),
  multiattack: z.array(Srd5eMultiattackPart).min(1).max(10).optional(),
  save_actions: z.array(Srd5eSaveAction).max(20).optional(),
  traits: z.array(Srd5eTrait).max(20).optional(),
  spellcasting: Srd5eSpellcasting.optional(),
  slots: z.partialRecord(Srd5eSpellLevel, z.int().min(1).max(9)).optional(),
  uses: z
    .record(z.string().regex(/^[a-z][a-z0-9_]*$/), z.int().min(1).max(20))
    .optional()
    .describe('What it can do so many times a day: a spell or a trait.'),
  resistances: z.array(Srd5eDamageDefence).default([]),
  vulnerabilities: z.array(Srd5eDamageDefence).default([]),
  immunities: z.array(Srd5eDamageDefence).default([]),
  condition_immunities: z.array(z.union([Srd5eConditionName, z.literal('exhaustion')])).default([]),
  features: z.array(z.string().min(1).max(200)).max(40).default([]),
});
export type Srd5eCreature = z.infer<typeof Srd5eCreature>;

/** Builds the stat block of a creature, unhurt and with all its uses. `spells` are the names of the spells it casts. */
export function toCreatureBlock(creature: Srd5eCreature, spells: readonly string[] = []): Srd5eStatBlock {
  const { type, challenge, armor, saves, slots, uses, hit_dice, hit_points, ...same } = creature;
  const abilities = nameScores(creature.abilities);
  const max = hit_points ?? computeHitDicePoints(hit_dice, abilities.constitution);
  const [, count = '1', die = 'd8'] = HIT_DICE.exec(hit_dice) ?? [];
  const block: Srd5eStatBlockInput = {
    ...same,
    abilities,
    creature_type: type,
    challenge_rating: challenge,
    armor: toArmor(armor),
    saving_throws: saves,
    hit_points: { current: max, max },
    resources: {
      // The pattern of `hit_dice` allows no other die.
      hit_dice: { [die as Srd5eHitDie]: { total: Number(count) } },
      spell_slots: mapValues(slots ?? {}, (total) => ({ total })),
      class_features: mapValues(uses ?? {}, (total) => ({ total, recovery: 'long_rest' as const })),
    },
    spells_known: [...spells],
  };
  return Srd5eStatBlock.parse(block);
}

function nameScores([
  strength,
  dexterity,
  constitution,
  intelligence,
  wisdom,
  charisma,
]: Srd5eCreature['abilities']) {
  return { strength, dexterity, constitution, intelligence, wisdom, charisma } satisfies Srd5eAbilityScores;
}

function toArmor({
  worn,
  natural,
  ...rest
}: Srd5eCreature['armor']): NonNullable<Srd5eStatBlockInput['armor']> {
  if (worn !== undefined) return { ...createWornArmor(worn), ...rest };
  return natural === undefined ? rest : { kind: 'natural', base: natural, ...rest };
}

function mapValues<Value, Mapped>(
  record: Readonly<Record<string, Value | undefined>>,
  map: (value: Value) => Mapped,
): Record<string, Mapped> {
  const entries = Object.entries(record).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, map(value)] as const],
  );
  return Object.fromEntries(entries);
}

/** Computes the average hit points of hit dice, with the Constitution modifier for each die; at least 1. */
export function computeHitDicePoints(hitDice: string, constitution: number): number {
  const [, count = '1', die = 'd8'] = HIT_DICE.exec(hitDice) ?? [];
  const dice = Number(count);
  const average = Math.floor((dice * (Number(die.slice(1)) + 1)) / 2);
  return Math.max(1, average + dice * toAbilityModifier(constitution));
}

/** Computes the difficulty of a save the creature forces on others: 8, proficiency and the modifier it goes by. */
export function computeForcedSaveDifficulty(block: Srd5eStatBlock, { by, bonus }: Srd5eForcedSave): number {
  return 8 + getProficiencyBonus(block) + getModifier(block, by) + bonus;
}

type WrittenDamage = { readonly dice: string; readonly type: Srd5eAttackDamage['type'] };

/** Lists the damage of a hit with all modifiers, as a stat block prints it: `2d6+3`, or a bare number. */
export function listAttackDamage(block: Srd5eStatBlock, attack: Srd5eAttack): readonly WrittenDamage[] {
  return attack.damage.map(({ dice, type }, index) => {
    const modifier = index === 0 && attack.adds_modifier ? getModifier(block, attack.ability) : 0;
    return {
      dice: dice.includes('d')
        ? writeDamageExpression(dice, modifier, false)
        : `${Math.max(0, Number(dice) + modifier)}`,
      type,
    };
  });
}

/** Writes the bonus to hit as a stat block prints it: `+5`, `-1`, `+0`. */
export function writeBonus(bonus: number): string {
  return formatSigned(bonus) || '+0';
}

/** Figures for people without any of their own, by their weight in the story. Each has a challenge rating. */
const TIER_FIGURES = {
  minor: { challenge: 0, abilities: [10, 10, 10, 10, 10, 10], hit_dice: '1d8', attack: ['Club', '1d4'] },
  supporting: {
    challenge: '1/8',
    abilities: [13, 12, 12, 10, 11, 10],
    hit_dice: '2d8',
    attack: ['Spear', '1d6'],
  },
  major: {
    challenge: '1/2',
    abilities: [15, 11, 14, 10, 10, 11],
    hit_dice: '5d8',
    attack: ['Mace', '1d6'],
  },
} as const;

/** Builds the stat block of a person without figures, by tier. Unknown people are minor ones. */
export function findTierBlock(tier: keyof typeof TIER_FIGURES = 'minor'): Srd5eStatBlock {
  const { attack, ...figures } = TIER_FIGURES[tier];
  const [name, dice] = attack;
  const armor = tier === 'minor' ? {} : { worn: 'leather' };
  const creature = Srd5eCreature.parse({
    ...figures,
    type: 'humanoid',
    armor,
    attacks: [{ name, damage: [{ dice, type: name === 'Spear' ? 'piercing' : 'bludgeoning' }] }],
  });
  return toCreatureBlock(creature);
}

const FRACTIONS = { '1/8': 0.125, '1/4': 0.25, '1/2': 0.5 } as const;

type Rating = Srd5eCreature['challenge'];

/** Tells whether a creature is of one of these kinds and no stronger than a challenge rating or level. */
export function isAllowedCreature(
  { type, challenge }: Pick<Srd5eCreature, 'type' | 'challenge'>,
  kinds: readonly string[],
  most: Rating | number,
): boolean {
  const toNumber = (rating: Rating | number) => (typeof rating === 'number' ? rating : FRACTIONS[rating]);
  return kinds.includes(type) && toNumber(challenge) <= toNumber(most);
}
