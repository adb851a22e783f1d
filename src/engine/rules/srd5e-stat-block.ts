import { z } from 'zod';
import { WorldTime } from '#engine/kit/world-time.ts';
import { contradictionsOf } from './srd5e/contradictions-of.ts';
import { Srd5eAbility, Srd5eAbilityScores, Srd5eSkill } from './srd5e-ability.ts';
import { Srd5eArmor } from './srd5e-armor.ts';
import { Srd5eAttack } from './srd5e-attack.ts';
import { Srd5eChallengeRating } from './srd5e-challenge-rating.ts';
import { Srd5eClassLevel } from './srd5e-class.ts';
import { Srd5eCondition, Srd5eConditionName } from './srd5e-condition.ts';
import { Srd5eDamageDefence } from './srd5e-damage-type.ts';
import { Srd5eEffect } from './srd5e-effect.ts';
import { Srd5eResources } from './srd5e-resources.ts';

const Feet = z.int().min(0).max(600);
const Tally = z.int().min(0).max(3);

const HitPoints = z.strictObject({
  current: z.int().min(0),
  /** The maximum before exhaustion halves it. */
  max: z.int().min(1),
  temporary: z.int().min(0).default(0),
});

/** What a caster holds in mind; losing it ends the spell. */
const Concentration = z.strictObject({ spell: z.string().min(1), since: WorldTime.nullable().default(null) });

const statBlock = z.strictObject({
  abilities: Srd5eAbilityScores,
  /** Empty for creatures without classes. The first one is where the character began. */
  classes: z.array(Srd5eClassLevel).default([]),
  challenge_rating: Srd5eChallengeRating.nullable().default(null),
  size: z.enum(['tiny', 'small', 'medium', 'large', 'huge', 'gargantuan']).default('medium'),
  skills: z.partialRecord(Srd5eSkill, z.enum(['proficient', 'expertise'])).default({}),
  /** Beyond those the first class already grants. */
  saving_throws: z.array(Srd5eAbility).default([]),
  armor: Srd5eArmor.prefault({}),
  attacks: z.array(Srd5eAttack).default([]),
  speed: z
    .strictObject({
      walk: Feet.default(30),
      climb: Feet.default(0),
      fly: Feet.default(0),
      swim: Feet.default(0),
      burrow: Feet.default(0),
    })
    .prefault({}),
  hit_points: HitPoints,
  /** Null follows the custom: creatures with classes make death saves, others die at 0 hit points. */
  makes_death_saves: z.boolean().nullable().default(null),
  status: z.enum(['conscious', 'unconscious', 'stable', 'dead']).default('conscious'),
  death_saves: z.strictObject({ successes: Tally.default(0), failures: Tally.default(0) }).prefault({}),
  conditions: z.array(Srd5eCondition).default([]),
  active_effects: z.array(Srd5eEffect).default([]),
  exhaustion: z.int().min(0).max(6).default(0),
  concentration: Concentration.nullable().default(null),
  inspiration: z.boolean().default(false),
  experience: z.int().min(0).default(0),
  resources: Srd5eResources.prefault({}),
  resistances: z.array(Srd5eDamageDefence).default([]),
  vulnerabilities: z.array(Srd5eDamageDefence).default([]),
  immunities: z.array(Srd5eDamageDefence).default([]),
  condition_immunities: z.array(Srd5eConditionName).default([]),
  features: z.array(z.string().min(1)).default([]),
  spells_known: z.array(z.string().min(1)).default([]),
  /** When the last long rest ended that did any good; the next one must end 24 hours later or more. */
  last_long_rest: WorldTime.nullable().default(null),
});

/**
 * A creature under the SRD rules, characters and monsters alike: what an author writes and what play
 * changes. Nothing here can be computed from the rest: level, modifiers, proficiency, Armor Class and
 * passive scores are functions of it. A block whose fields contradict each other (hit points above the maximum, a
 * conscious creature at 0 hit points) does not parse.
 */
export const Srd5eStatBlock = statBlock.superRefine((block, context) => {
  for (const { message, path } of contradictionsOf(block)) {
    context.addIssue({ code: 'custom', message, path: [...path] });
  }
});
export type Srd5eStatBlock = z.infer<typeof Srd5eStatBlock>;

/** A stat block as an author writes it: whatever has a default may be left out. */
export type Srd5eStatBlockInput = z.input<typeof Srd5eStatBlock>;
