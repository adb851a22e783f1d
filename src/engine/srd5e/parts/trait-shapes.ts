import { z } from 'zod';
import { Srd5eAbility, Srd5eConditionName, Srd5eDamageType } from '../terms.ts';

/** Dice of one damage type: `2d6`, `1d8+2`, or a bare number. */
export const Srd5eAttackDamage = z.strictObject({
  dice: z.string().regex(/^(\d{1,2}d\d{1,3}([+-]\d{1,3})?|\d{1,3})$/),
  type: Srd5eDamageType,
});
export type Srd5eAttackDamage = z.infer<typeof Srd5eAttackDamage>;

/**
 * Saving throw a creature forces on others. The difficulty is 8, the proficiency bonus and the modifier of `by`; a
 * published number that differs is written as `bonus`.
 */
export const Srd5eForcedSave = z.strictObject({
  ability: Srd5eAbility,
  by: Srd5eAbility.default('constitution'),
  bonus: z.int().min(-10).max(10).default(0),
});
export type Srd5eForcedSave = z.infer<typeof Srd5eForcedSave>;

/** Condition that follows a hit or a failed save. Without `rounds` it lasts until it is removed. */
const InflictedCondition = z.strictObject({
  name: Srd5eConditionName,
  rounds: z.int().min(1).max(14_400).optional(),
  /** True when the save may be tried again at the end of each turn. */
  save_ends: z.boolean().default(false),
});

/** Effect on a creature that an attack hits, beside the damage of the attack. Without a save it always happens. */
export const Srd5eOnHit = z.strictObject({
  save: Srd5eForcedSave.optional(),
  damage: z.array(Srd5eAttackDamage).max(4).default([]),
  half_on_success: z.boolean().default(false),
  condition: InflictedCondition.optional(),
});
export type Srd5eOnHit = z.infer<typeof Srd5eOnHit>;

/** Action that asks others for a saving throw instead of rolling to hit: a breath, a gaze, a burst. */
export const Srd5eSaveAction = z.strictObject({
  name: z.string().min(1).max(80),
  save: Srd5eForcedSave,
  damage: z.array(Srd5eAttackDamage).max(4).default([]),
  half_on_success: z.boolean().default(false),
  condition: InflictedCondition.optional(),
  /** True when it falls on every foe in reach, false when it falls on one. */
  area: z.boolean().default(true),
  /** Lowest face of a d6, rolled at the start of a turn, that makes it ready again. */
  recharge: z.int().min(2).max(6).optional(),
  per_day: z.int().min(1).max(10).optional(),
});
export type Srd5eSaveAction = z.infer<typeof Srd5eSaveAction>;

/** Number of times one attack is made in a multiattack. */
export const Srd5eMultiattackPart = z.strictObject({
  attack: z.string().min(1).max(80),
  count: z.int().min(1).max(10).default(1),
});

/** Spells a creature without caster classes casts: by which ability, and which. */
export const Srd5eSpellcasting = z.strictObject({
  ability: Srd5eAbility,
  /** Level as a caster, for cantrips that grow. */
  level: z.int().min(1).max(20).default(1),
  /** Difference between the published numbers and the derived ones. */
  save_bonus: z.int().min(-10).max(10).default(0),
  attack_bonus: z.int().min(-10).max(10).default(0),
});

export const Srd5eSense = z.enum(['sight', 'hearing', 'smell']);

const Dice = z.string().regex(/^\d{1,2}d\d{1,3}([+-]\d{1,3})?$/);

/** Rule of a creature that is no number, as data that the rolls read. */
export const Srd5eTrait = z.discriminatedUnion('kind', [
  /**
   * Stays at 1 hit point when damage would bring it to 0. With a `save`, the difficulty is `difficulty` and the damage
   * taken. With `at_most`, only damage up to that amount is endured, once until a rest of the kind `recovery`.
   */
  z.strictObject({
    kind: z.literal('endures_zero'),
    save: Srd5eAbility.optional(),
    difficulty: z.int().min(0).max(30).default(5),
    at_most: z.int().min(1).max(1000).optional(),
    recovery: z.enum(['short_rest', 'long_rest']).default('short_rest'),
    not_against: z.array(Srd5eDamageType).default([]),
    not_critical: z.boolean().default(false),
  }),
  /** Harms others nearby when it dies. */
  z.strictObject({
    kind: z.literal('bursts_at_death'),
    save: Srd5eForcedSave,
    damage: z.array(Srd5eAttackDamage).max(4).default([]),
    half_on_success: z.boolean().default(false),
    condition: InflictedCondition.optional(),
  }),
  /** Attacks with advantage while an ally who can act stands by the target, or while the target is wounded. */
  z.strictObject({
    kind: z.literal('attack_advantage'),
    when: z.enum(['ally_at_target', 'target_wounded']),
  }),
  /** Adds dice to one hit a turn: with advantage or an ally at the target, or with an ally only. */
  z.strictObject({
    kind: z.literal('extra_damage'),
    name: z.string().min(1).max(80),
    dice: Dice,
    when: z.enum(['advantage_or_ally', 'ally_at_target']),
  }),
  /** Hurts each creature that hits it in melee. */
  z.strictObject({ kind: z.literal('hurts_attackers'), damage: Srd5eAttackDamage }),
  /** Saves with advantage against spells, or against certain conditions. */
  z.strictObject({
    kind: z.literal('save_advantage'),
    against: z.union([z.literal('magic'), z.array(Srd5eConditionName).min(1)]),
  }),
  /** Notices with advantage by certain senses. */
  z.strictObject({ kind: z.literal('keen_senses'), senses: z.array(Srd5eSense).min(1) }),
  /** Regains hit points at the start of its turn unless it has just taken damage of certain types. */
  z.strictObject({
    kind: z.literal('regenerates'),
    amount: z.int().min(1).max(50),
    stopped_by: z.array(Srd5eDamageType).default([]),
  }),
]);
export type Srd5eTrait = z.infer<typeof Srd5eTrait>;
