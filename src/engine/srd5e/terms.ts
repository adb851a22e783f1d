import { z } from 'zod';
import { WorldTime } from '#engine/util/world-time.ts';

/** The six abilities, in the order character sheets print them. */
export const Srd5eAbility = z.enum([
  'strength',
  'dexterity',
  'constitution',
  'intelligence',
  'wisdom',
  'charisma',
]);
export type Srd5eAbility = z.infer<typeof Srd5eAbility>;

export const Srd5eSkill = z.enum([
  'acrobatics',
  'animal_handling',
  'arcana',
  'athletics',
  'deception',
  'history',
  'insight',
  'intimidation',
  'investigation',
  'medicine',
  'nature',
  'perception',
  'performance',
  'persuasion',
  'religion',
  'sleight_of_hand',
  'stealth',
  'survival',
]);
export type Srd5eSkill = z.infer<typeof Srd5eSkill>;

/** A score from 1 (barely there) to 30 (beyond mortals). */
const Score = z.int().min(1).max(30);

export const Srd5eAbilityScores = z.strictObject({
  strength: Score,
  dexterity: Score,
  constitution: Score,
  intelligence: Score,
  wisdom: Score,
  charisma: Score,
});
export type Srd5eAbilityScores = z.infer<typeof Srd5eAbilityScores>;

/** The ability each skill normally goes with. Constitution has none. */
export const SKILL_ABILITY: Readonly<Record<Srd5eSkill, Srd5eAbility>> = {
  athletics: 'strength',
  acrobatics: 'dexterity',
  sleight_of_hand: 'dexterity',
  stealth: 'dexterity',
  arcana: 'intelligence',
  history: 'intelligence',
  investigation: 'intelligence',
  nature: 'intelligence',
  religion: 'intelligence',
  animal_handling: 'wisdom',
  insight: 'wisdom',
  medicine: 'wisdom',
  perception: 'wisdom',
  survival: 'wisdom',
  deception: 'charisma',
  intimidation: 'charisma',
  performance: 'charisma',
  persuasion: 'charisma',
};

export const Srd5eClassName = z.enum([
  'barbarian',
  'bard',
  'cleric',
  'druid',
  'fighter',
  'monk',
  'paladin',
  'ranger',
  'rogue',
  'sorcerer',
  'warlock',
  'wizard',
]);
export type Srd5eClassName = z.infer<typeof Srd5eClassName>;

const Srd5eLevel = z.int().min(1).max(20);

/** Levels in one class. The SRD's own subclasses are known to the rules by name; any other name is only text. */
export const Srd5eClassLevel = z.strictObject({
  class: Srd5eClassName,
  level: Srd5eLevel,
  subclass: z.string().min(1).nullable().default(null),
});
export type Srd5eClassLevel = z.infer<typeof Srd5eClassLevel>;

/** The SRD's one subclass per class, as authors write it. */
export const SRD5E_SUBCLASSES = {
  barbarian: 'path_of_the_berserker',
  bard: 'college_of_lore',
  cleric: 'life_domain',
  druid: 'circle_of_the_land',
  fighter: 'champion',
  monk: 'way_of_the_open_hand',
  paladin: 'oath_of_devotion',
  ranger: 'hunter',
  rogue: 'thief',
  sorcerer: 'draconic_bloodline',
  warlock: 'the_fiend',
  wizard: 'school_of_evocation',
} as const satisfies Record<Srd5eClassName, string>;

/** Uses out of a total. The remainder is `total - used`, and never less than 0. */
export const Srd5ePool = z
  .strictObject({ used: z.int().min(0).default(0), total: z.int().min(0) })
  .refine(({ used, total }) => used <= total, { error: 'used may not exceed total', path: ['used'] });
export type Srd5ePool = z.infer<typeof Srd5ePool>;

/** Rest that restores a feature. A long rest also restores everything a short rest restores. */
export const Srd5eRecovery = z.enum(['short_rest', 'long_rest', 'never']);
export type Srd5eRecovery = z.infer<typeof Srd5eRecovery>;

/** A class feature with limited uses, or at last unlimited ones; `die` when its uses are dice (bardic inspiration). */
export const Srd5eFeaturePool = z
  .strictObject({
    used: z.int().min(0).default(0),
    total: z.union([z.int().min(0), z.literal('unlimited')]),
    recovery: Srd5eRecovery,
    die: z
      .string()
      .regex(/^d(4|6|8|10|12)$/)
      .nullable()
      .default(null),
  })
  .refine(({ used, total }) => total === 'unlimited' || used <= total, {
    error: 'used may not exceed total',
    path: ['used'],
  });
export type Srd5eFeaturePool = z.infer<typeof Srd5eFeaturePool>;

export const Srd5eHitDie = z.enum(['d4', 'd6', 'd8', 'd10', 'd12', 'd20']);
export type Srd5eHitDie = z.infer<typeof Srd5eHitDie>;

export const Srd5eSpellLevel = z.enum(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
export type Srd5eSpellLevel = z.infer<typeof Srd5eSpellLevel>;

/** A warlock's slots: all of one level. */
export const Srd5ePactSlots = z
  .strictObject({
    level: z.int().min(1).max(5),
    used: z.int().min(0).default(0),
    total: z.int().min(1).max(4),
  })
  .refine(({ used, total }) => used <= total, { error: 'used may not exceed total', path: ['used'] });
export type Srd5ePactSlots = z.infer<typeof Srd5ePactSlots>;

/** Everything that is spent in play and comes back by rest, by purchase, or not at all. */
export const Srd5eResources = z.strictObject({
  gold: z.int().min(0).default(0),
  hit_dice: z.partialRecord(Srd5eHitDie, Srd5ePool).default({}),
  spell_slots: z.partialRecord(Srd5eSpellLevel, Srd5ePool).default({}),
  pact_slots: Srd5ePactSlots.nullable().default(null),
  class_features: z.record(z.string().regex(/^[a-z][a-z0-9_]*$/), Srd5eFeaturePool).default({}),
  consumables: z.record(z.string().min(1), z.int().min(0)).default({}),
});
export type Srd5eResources = z.infer<typeof Srd5eResources>;

export const Srd5eDamageType = z.enum([
  'acid',
  'bludgeoning',
  'cold',
  'fire',
  'force',
  'lightning',
  'necrotic',
  'piercing',
  'poison',
  'psychic',
  'radiant',
  'slashing',
  'thunder',
]);
export type Srd5eDamageType = z.infer<typeof Srd5eDamageType>;

/** Material or nature of the source of damage; some defences do not hold against it. */
export const Srd5eDamageQuality = z.enum(['magical', 'silvered', 'adamantine']);
export type Srd5eDamageQuality = z.infer<typeof Srd5eDamageQuality>;

/**
 * A resistance, vulnerability or immunity: a damage type, or a damage type with the qualities that get
 * past it (`{ type: slashing, unless: [magical] }` is "slashing from nonmagical attacks").
 */
export const Srd5eDamageDefence = z.union([
  Srd5eDamageType,
  z.strictObject({ type: Srd5eDamageType, unless: z.array(Srd5eDamageQuality).min(1) }),
]);
export type Srd5eDamageDefence = z.infer<typeof Srd5eDamageDefence>;

/** The conditions a creature has or has not. Exhaustion has levels and is kept apart. */
export const Srd5eConditionName = z.enum([
  'blinded',
  'charmed',
  'deafened',
  'frightened',
  'grappled',
  'incapacitated',
  'invisible',
  'paralyzed',
  'petrified',
  'poisoned',
  'prone',
  'restrained',
  'stunned',
  'unconscious',
]);
export type Srd5eConditionName = z.infer<typeof Srd5eConditionName>;

/** Deed or suffering of a creature that ends an effect or a condition on it. */
export const Srd5eEnding = z.enum(['attacks', 'attacked', 'harmed', 'casts', 'saves', 'checks']);
export type Srd5eEnding = z.infer<typeof Srd5eEnding>;

/** Event that ends a condition by itself. `removed` lasts until the condition is removed explicitly. */
export const Srd5eConditionEnd = z.discriminatedUnion('when', [
  z.strictObject({ when: z.literal('removed') }),
  z.strictObject({ when: z.literal('rounds'), remaining: z.int().min(1) }),
  z.strictObject({ when: z.literal('time'), at: WorldTime }),
  z.strictObject({ when: z.literal('short_rest') }),
  z.strictObject({ when: z.literal('long_rest') }),
]);
export type Srd5eConditionEnd = z.infer<typeof Srd5eConditionEnd>;

/**
 * One condition from one source. Two sources of the same condition are two entries: each ends on its own,
 * and its effects never add up. A `save` may be tried at the end of each of the creature's turns.
 */
export const Srd5eCondition = z.strictObject({
  name: Srd5eConditionName,
  source: z.string().min(1),
  ends: Srd5eConditionEnd.prefault({ when: 'removed' }),
  save: z
    .strictObject({ ability: Srd5eAbility, dc: z.int().min(1).max(40) })
    .nullable()
    .default(null),
  /** Id of the caster whose concentration keeps it up. */
  held_by: z.string().min(1).optional(),
  /** Ends it before its time. */
  ends_on: z.array(Srd5eEnding).max(4).optional(),
  /** Level of the slot of the spell it comes from. */
  spell_level: z.int().min(0).max(9).optional(),
});
export type Srd5eCondition = z.infer<typeof Srd5eCondition>;

/** The level from which each effect holds; every higher level keeps the effects of the lower ones. */
export const EXHAUSTION_LEVELS = {
  disadvantageOnAbilityChecks: 1,
  speedHalved: 2,
  disadvantageOnAttacksAndSaves: 3,
  hitPointMaximumHalved: 4,
  speedZero: 5,
  death: 6,
} as const;

/** Computes a hit point maximum under exhaustion. A maximum of 1 stays 1: halving alone does not kill. */
export function applyExhaustionMaximum(maximum: number, exhaustion: number): number {
  if (exhaustion < EXHAUSTION_LEVELS.hitPointMaximumHalved) return maximum;
  return Math.max(1, Math.floor(maximum / 2));
}

const LABELS: Readonly<Record<string, string>> = {
  ki_points: 'Ki',
  lay_on_hands_pool: 'Lay on Hands',
  dark_ones_own_luck: "Dark One's Own Luck",
  mystic_arcanum_6: 'Mystic Arcanum (6th)',
  mystic_arcanum_7: 'Mystic Arcanum (7th)',
  mystic_arcanum_8: 'Mystic Arcanum (8th)',
  mystic_arcanum_9: 'Mystic Arcanum (9th)',
};

const SMALL_WORDS = new Set(['of', 'the', 'and', 'on', 'through']);

/** Writes a key for human readers: `healing_potions` is `Healing Potions`. */
export function toTitle(key: string): string {
  if (Object.hasOwn(LABELS, key)) return LABELS[key] ?? key;
  const words = key.split(/[_ ]+/).filter((word) => word !== '');
  return words
    .map((word, index) => (index > 0 && SMALL_WORDS.has(word) ? word : capitalized(word)))
    .join(' ');
}

function capitalized(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}
