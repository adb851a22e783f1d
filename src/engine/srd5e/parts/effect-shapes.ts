import { z } from 'zod';
import { Srd5eAbility, Srd5eConditionName, Srd5eEnding, Srd5eSkill } from '../terms.ts';
import { Srd5eAttackDamage } from './trait-shapes.ts';

const BonusDice = z.string().regex(/^-?\d{1,2}d\d{1,3}$/, 'dice look like 1d4 or -1d4');
const Tilt = z.enum(['advantage', 'disadvantage']);
const Feet = z.int().min(5).max(600).optional();
const Yes = z.literal(true).optional();

/** Reach in feet of each special sense. */
export const Srd5eSenses = z.strictObject({
  blindsight: Feet,
  darkvision: Feet,
  tremorsense: Feet,
  truesight: Feet,
});

/** Changes by effects beside plain numbers. Authors of spells write them, and blocks keep them while the effect lasts. */
export const Srd5eEffectExtras = {
  /** Dice thrown with every attack, saving throw or ability check: bless, bane, guidance. */
  attack_dice: BonusDice.optional(),
  saving_dice: BonusDice.optional(),
  check_dice: BonusDice.optional(),
  /** Rolls the creature's own attacks, saving throws and checks this way. */
  attacks_with: Tilt.optional(),
  saves_with: z.partialRecord(Srd5eAbility, Tilt).optional(),
  checks_with: z.partialRecord(Srd5eAbility, Tilt).optional(),
  /** Added to checks of one skill. */
  skill_checks: z.partialRecord(Srd5eSkill, z.int().min(-10).max(20)).optional(),
  /** Added to saving throws of one ability. */
  ability_saves: z.partialRecord(Srd5eAbility, z.int().min(-10).max(10)).optional(),
  /** Rolls attacks on the creature this way: blur, faerie fire. */
  attacked_with: Tilt.optional(),
  /** The armor class is never lower: barkskin. */
  least_armor_class: z.int().min(10).max(30).optional(),
  /** Base of the armor class for one who wears no armor: mage armor. */
  unarmored_base: z.int().min(10).max(20).optional(),
  /** Damage added to weapon hits; `once` for the next hit only. */
  weapon_damage: Srd5eAttackDamage.extend({ once: z.boolean().optional() }).optional(),
  /** Dice of the weapon's own type added to its hits, or taken off. */
  weapon_dice: BonusDice.optional(),
  /** Added to attack and damage rolls of weapons, which count as magical. */
  weapon_bonus: z.int().min(1).max(5).optional(),
  half_weapon_damage: Yes,
  /** Damage to those who hit the creature in melee. */
  struck_damage: Srd5eAttackDamage.optional(),
  /** Multiplies every speed. */
  speed_factor: z.union([z.literal(0), z.literal(0.5), z.literal(2)]).optional(),
  /** Ways of moving it gives, unless the creature is faster already. */
  speeds: z.strictObject({ climb: Feet, fly: Feet, swim: Feet, burrow: Feet }).optional(),
  hit_point_maximum: z.int().min(-200).max(200).optional(),
  condition_immunities: z
    .array(z.union([Srd5eConditionName, z.literal('exhaustion')]))
    .max(15)
    .optional(),
  senses: Srd5eSenses.optional(),
  /** Sees the invisible: their being unseen tilts no attack. */
  sees_invisible: Yes,
  /** Things the creature cannot do while it lasts. */
  prevents: z
    .array(z.enum(['actions', 'attacks', 'reactions', 'healing', 'spells', 'speech']))
    .max(6)
    .optional(),
  /** Throws a d10 at the start of its turn for what it does. */
  confused: Yes,
  /** One attack more in a turn, or one at most. */
  extra_attack: Yes,
  single_attack: Yes,
  /** False images; an attack may strike one of them instead. */
  decoys: z.int().min(1).max(3).optional(),
  /** The next fall to 0 hit points ends at 1 instead. */
  wards_death: Yes,
  /** Dice of healing count their highest number. */
  best_healing: Yes,
  /** Save of those who would attack the creature; a failure spares it. */
  attackers_save: Srd5eAbility.optional(),
  /** Spells cast by others at this level or below do nothing to the creature. */
  blocks_spells: z.int().min(1).max(9).optional(),
  /** Is out of reach and out of the fight while it lasts: banished, in a maze, behind force. */
  away: Yes,
  /** Those who flee with it are not struck at. */
  slips_away: Yes,
  /** Removed by what lifts curses. */
  curse: Yes,
  /** Ends the effect before its time. */
  ends_on: z.array(Srd5eEnding).max(4).optional(),
} as const;

/** Damage at the start or the end of each turn of a creature. */
const TurnDamage = z.strictObject({
  when: z.enum(['turn_start', 'turn_end']),
  damage: z.array(Srd5eAttackDamage).max(3),
  save: z
    .strictObject({ ability: Srd5eAbility, dc: z.int().min(1).max(40), on_success: z.enum(['none', 'half']) })
    .optional(),
  /** The effect ends with a successful save. */
  save_ends: Yes,
  /** Dealt one time. */
  once: Yes,
});

/** Parts of an effect that the rules fill in when a spell or a feature is used. */
export const Srd5eEffectState = {
  /** Level of the slot a spell was cast with; absent for what is no spell. */
  spell_level: z.int().min(0).max(9).optional(),
  /** Difficulty of the saves the effect asks of others. */
  difficulty: z.int().min(1).max(40).optional(),
  /** Says in words what it does, for narrators and players. */
  note: z.string().min(1).max(400).optional(),
  /** Id of the only creature its weapon dice and damage count against. */
  against: z.string().min(1).optional(),
  turn_damage: TurnDamage.optional(),
  /** Healing at the start of each turn. */
  turn_healing: z.strictObject({ dice: z.string(), temporary: Yes }).optional(),
  /** Lets its holder use the spell again without a slot, in this part of a turn. */
  again: z.enum(['action', 'bonus_action']).optional(),
  /** Spell held ready as a reaction. */
  ready: z.strictObject({ spell: z.string().min(1), slot: z.int().min(0).max(9) }).optional(),
  /** Attack it gives for as long as it lasts. */
  attack: z
    .strictObject({ damage: z.array(Srd5eAttackDamage).min(1).max(2), ability: Srd5eAbility })
    .optional(),
  /** Id of the place it works on, and what it does to what is seen and heard there. */
  place: z.string().min(1).optional(),
  visibility: z.enum(['clear', 'dim', 'dark', 'obscured']).optional(),
  silent: Yes,
  /** The creature came by magic and is gone when the effect ends. */
  summoned: Yes,
  /** The creature has another shape and returns to its own when the effect ends. */
  shape: Yes,
} as const;
