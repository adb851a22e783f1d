import { z } from 'zod';
import { memoizeByObject } from '#engine/util/memoize.ts';
import { WorldTime } from '#engine/util/world-time.ts';
import { Srd5eEffectExtras, Srd5eEffectState, Srd5eSenses } from './parts/effect-shapes.ts';
import {
  Srd5eAttackDamage,
  Srd5eMultiattackPart,
  Srd5eOnHit,
  Srd5eSaveAction,
  Srd5eSpellcasting,
  Srd5eTrait,
} from './parts/trait-shapes.ts';
import {
  applyExhaustionMaximum,
  Srd5eAbility,
  Srd5eAbilityScores,
  Srd5eClassLevel,
  Srd5eCondition,
  Srd5eConditionEnd,
  Srd5eConditionName,
  Srd5eDamageDefence,
  Srd5eDamageQuality,
  Srd5eResources,
  Srd5eSkill,
} from './terms.ts';

/** As the SRD and authors write it: 0, 1/8, 1/4, 1/2, then 1 to 30. */
export const Srd5eChallengeRating = z.union([z.enum(['1/8', '1/4', '1/2']), z.int().min(0).max(30)]);

type ArmorRow = {
  readonly kind: 'light' | 'medium' | 'heavy';
  readonly base: number;
  readonly strengthRequired?: number;
  readonly stealthDisadvantage?: true;
};

const ARMOR_TABLE = {
  padded: { kind: 'light', base: 11, stealthDisadvantage: true },
  leather: { kind: 'light', base: 11 },
  studded_leather: { kind: 'light', base: 12 },
  hide: { kind: 'medium', base: 12 },
  chain_shirt: { kind: 'medium', base: 13 },
  scale_mail: { kind: 'medium', base: 14, stealthDisadvantage: true },
  breastplate: { kind: 'medium', base: 14 },
  half_plate: { kind: 'medium', base: 15, stealthDisadvantage: true },
  ring_mail: { kind: 'heavy', base: 14, stealthDisadvantage: true },
  chain_mail: { kind: 'heavy', base: 16, strengthRequired: 13, stealthDisadvantage: true },
  splint: { kind: 'heavy', base: 17, strengthRequired: 15, stealthDisadvantage: true },
  plate: { kind: 'heavy', base: 18, strengthRequired: 15, stealthDisadvantage: true },
} as const satisfies Record<Srd5eArmorName, ArmorRow>;

/** Armor of the SRD by the name authors write. */
export const Srd5eArmorName = z.enum([
  'padded',
  'leather',
  'studded_leather',
  'hide',
  'chain_shirt',
  'scale_mail',
  'breastplate',
  'half_plate',
  'ring_mail',
  'chain_mail',
  'splint',
  'plate',
]);
type Srd5eArmorName = z.infer<typeof Srd5eArmorName>;

/**
 * Protection of a creature. `base` is the armor's own number: 10 unarmored, 11 leather, 13 chain shirt, 18 plate. For
 * `natural` armor it is the whole figure, to which only the shield and bonus are added.
 */
const Srd5eArmor = z.strictObject({
  kind: z.enum(['unarmored', 'light', 'medium', 'heavy', 'natural']).default('unarmored'),
  name: z.string().min(1).nullable().default(null),
  base: z.int().min(0).max(30).default(10),
  shield: z.boolean().default(false),
  bonus: z.int().min(-10).max(10).default(0),
  mage_armor: z.boolean().default(false),
  strength_required: z.int().min(0).max(30).default(0),
  stealth_disadvantage: z.boolean().default(false),
  proficient: z.boolean().default(true),
});
type Srd5eArmor = z.infer<typeof Srd5eArmor>;

/** Creates an armor of the SRD by the name authors write; `createWornArmor('chain_mail')` is a whole `armor` field. */
export function createWornArmor(name: Srd5eArmorName): Srd5eArmor {
  const row: ArmorRow = ARMOR_TABLE[name];
  return Srd5eArmor.parse({
    kind: row.kind,
    name,
    base: row.base,
    strength_required: row.strengthRequired ?? 0,
    stealth_disadvantage: row.stealthDisadvantage ?? false,
  });
}

const Bonus = z.int().min(-20).max(20).default(0);

/**
 * Something at work on a creature that is no condition: a spell, a rage, a potion. Its numbers are added to
 * the creature's own while it lasts. Two effects of the same name do not add up; the later one replaces.
 */
export const Srd5eEffect = z.strictObject({
  name: z.string().min(1),
  source: z.string().min(1),
  ends: Srd5eConditionEnd.prefault({ when: 'removed' }),
  /** Id of the caster whose concentration keeps it up. */
  held_by: z.string().min(1).optional(),
  armor_class: Bonus,
  attack_rolls: Bonus,
  ability_checks: Bonus,
  saving_throws: Bonus,
  speed: z.int().min(-120).max(120).default(0),
  /** Added to the damage of weapons in melee. */
  melee_damage: z.int().min(-20).max(20).optional(),
  ...Srd5eEffectExtras,
  ...Srd5eEffectState,
  resistances: z.array(Srd5eDamageDefence).default([]),
  vulnerabilities: z.array(Srd5eDamageDefence).default([]),
  immunities: z.array(Srd5eDamageDefence).default([]),
});
export type Srd5eEffect = z.infer<typeof Srd5eEffect>;

/**
 * Attack a creature can make repeatedly. The first line of damage gets the ability modifier unless `adds_modifier`
 * says otherwise. Exceptions are spells, off-hand weapons, and monsters whose dice already include it.
 */
export const Srd5eAttack = z.strictObject({
  name: z
    .string()
    .max(80)
    .regex(/^[^\r\n]+$/),
  kind: z.enum(['melee_weapon', 'ranged_weapon', 'melee_spell', 'ranged_spell']).default('melee_weapon'),
  ability: Srd5eAbility.default('strength'),
  proficient: z.boolean().default(true),
  bonus: z.int().min(-10).max(10).default(0),
  adds_modifier: z.boolean().default(true),
  damage: z.array(Srd5eAttackDamage).default([]),
  qualities: z.array(Srd5eDamageQuality).default([]),
  on_hit: Srd5eOnHit.optional(),
  /** Consumable that one shot or throw uses up: `arrows`, `javelins`. */
  ammunition: z.string().min(1).max(80).optional(),
  /** True for the weapon of the other hand: one more attack a turn. */
  off_hand: z.boolean().optional(),
});
export type Srd5eAttack = z.infer<typeof Srd5eAttack>;

type Contradiction = { readonly message: string; readonly path: readonly string[] };

/** Computes the hit point maximum now: what effects add, halved by exhaustion. */
export function computeHitPointMaximum({
  hit_points: { max },
  exhaustion,
  active_effects,
}: Pick<Vitals, 'hit_points' | 'exhaustion' | 'active_effects'>): number {
  const added = active_effects.reduce((sum, { hit_point_maximum = 0 }) => sum + hit_point_maximum, max);
  return applyExhaustionMaximum(Math.max(1, added), exhaustion);
}

type Vitals = {
  readonly classes: readonly Srd5eClassLevel[];
  readonly hit_points: { readonly current: number; readonly max: number };
  readonly status: 'conscious' | 'unconscious' | 'stable' | 'dead';
  readonly conditions: readonly Srd5eCondition[];
  readonly exhaustion: number;
  readonly active_effects: readonly { readonly hit_point_maximum?: number | undefined }[];
};

/** Finds fields that cannot both be true, as sentences for the author of the stat block. */
function findContradictions(block: Vitals): Contradiction[] {
  return [...classContradictions(block), ...hitPointContradictions(block), ...statusContradictions(block)];
}

function classContradictions({ classes }: Vitals): Contradiction[] {
  const total = classes.reduce((sum, { level }) => sum + level, 0);
  const names = new Set(classes.map((entry) => entry.class));
  const found: Contradiction[] = [];
  if (total > 20) {
    found.push({ message: `class levels add up to ${total}; the most is 20`, path: ['classes'] });
  }
  if (names.size < classes.length) {
    found.push({ message: 'a class is listed twice; give it once, with all its levels', path: ['classes'] });
  }
  return found;
}

function hitPointContradictions(block: Vitals): Contradiction[] {
  const { current, max } = block.hit_points;
  const ceiling = computeHitPointMaximum(block);
  if (current <= ceiling) return [];
  const cause = ceiling < max ? ` (${max} halved by exhaustion)` : '';
  return [
    { message: `${current} is above the maximum of ${ceiling}${cause}`, path: ['hit_points', 'current'] },
  ];
}

function statusContradictions({ status, hit_points, conditions, exhaustion }: Vitals): Contradiction[] {
  const asleep = conditions.some(({ name }) => name === 'unconscious');
  const down = hit_points.current === 0;
  const says = (message: string): Contradiction[] => [{ message, path: ['status'] }];
  if (exhaustion === 6 && status !== 'dead') return says('exhaustion 6 is death; status must be dead');
  if (status === 'conscious' && down) return says('0 hit points; status is unconscious, stable or dead');
  if (status === 'conscious' && asleep) return says('an unconscious condition; status is unconscious');
  if ((status === 'stable' || status === 'dead') && !down) return says(`${status} needs 0 hit points`);
  if (status === 'unconscious' && !down && !asleep) {
    return says('above 0 hit points only an unconscious condition makes a creature unconscious');
  }
  return [];
}

export const Srd5eCreatureType = z.enum([
  'aberration',
  'beast',
  'celestial',
  'construct',
  'dragon',
  'elemental',
  'fey',
  'fiend',
  'giant',
  'humanoid',
  'monstrosity',
  'ooze',
  'plant',
  'undead',
]);

const Feet = z.int().min(0).max(600);
const Tally = z.int().min(0).max(3);

const HitPoints = z.strictObject({
  current: z.int().min(0),
  /** The maximum before exhaustion halves it. */
  max: z.int().min(1),
  temporary: z.int().min(0).default(0),
});

/** Spell a caster concentrates on; losing concentration ends the spell. */
const Concentration = z.strictObject({
  spell: z.string().min(1),
  since: WorldTime.nullable().default(null),
  /** When the spell is over. */
  ends: Srd5eConditionEnd.optional(),
});

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
  condition_immunities: z.array(z.union([Srd5eConditionName, z.literal('exhaustion')])).default([]),
  /** Humanoid, undead and so on; some spells and features ask for it. */
  creature_type: Srd5eCreatureType.optional(),
  traits: z.array(Srd5eTrait).max(20).optional(),
  save_actions: z.array(Srd5eSaveAction).max(20).optional(),
  /** Attacks of one turn of a creature that makes several; without it the first attack is made once. */
  multiattack: z.array(Srd5eMultiattackPart).min(1).max(10).optional(),
  /** For creatures that cast without a class. */
  spellcasting: Srd5eSpellcasting.optional(),
  senses: Srd5eSenses.optional(),
  features: z.array(z.string().min(1)).default([]),
  spells_known: z.array(z.string().min(1)).default([]),
  /** When the last long rest ended that did any good; the next one must end 24 hours later or more. */
  last_long_rest: WorldTime.nullable().default(null),
  /** When it died; absent for the living. */
  died_at: WorldTime.optional(),
  /** Stat block of its own shape while it has another. */
  true_form: z.record(z.string(), z.json()).optional(),
});

/**
 * A creature under the SRD rules, characters and monsters alike: fields written by an author and changed by play.
 * Nothing here can be computed from the rest: level, modifiers, proficiency, Armor Class and passive scores are
 * functions of it. A block whose fields contradict each other does not parse (hit points above the maximum, a
 * conscious creature at 0 hit points).
 */
export const Srd5eStatBlock = statBlock.superRefine((block, context) => {
  for (const { message, path } of findContradictions(block)) {
    context.addIssue({ code: 'custom', message, path: [...path] });
  }
});
export type Srd5eStatBlock = z.infer<typeof Srd5eStatBlock>;

/** Parses a stat block, once for each object: records of a snapshot are never changed in place. */
export const parseStatBlock = memoizeByObject((stats: object) => Srd5eStatBlock.safeParse(stats));

/** Stat block as an author writes it: fields with a default may be left out. */
export type Srd5eStatBlockInput = z.input<typeof Srd5eStatBlock>;
