import { z } from 'zod';
import { Srd5eEffectExtras } from './parts/effect-shapes.ts';
import { Srd5eCreatureType } from './stat-block.ts';
import {
  Srd5eAbility,
  Srd5eClassName,
  Srd5eConditionName,
  Srd5eDamageDefence,
  Srd5eDamageType,
  Srd5eEnding,
} from './terms.ts';

const Dice = z.string().regex(/^(\d{1,2}d\d{1,3}([+-]\d{1,3})?|\d{1,3})$/, 'dice look like 8d6, 1d4+1 or 20');

/** Growth of dice or of a number with the spell slot: `per_slot` more for every `every` levels above the spell's own. */
const growth = {
  per_slot: Dice.optional(),
  every: z.int().min(1).max(3).default(1),
};

const SpellDamage = z.strictObject({ dice: Dice, type: Srd5eDamageType, ...growth });
export type SpellDamage = z.infer<typeof SpellDamage>;

/** Number of targets, rays or darts. */
const SpellCount = z.strictObject({
  base: z.int().min(1).max(20),
  per_slot: z.int().min(0).max(5).default(0),
});
export type SpellCount = z.infer<typeof SpellCount>;

/** Numbers a spell adds to a creature while it lasts. */
export const SpellEffect = z.strictObject({
  /** Works on the caster, on all of the caster's side, or on the targets of the spell. */
  on: z.enum(['targets', 'caster', 'party']).default('targets'),
  /** Set where the effect is shorter than the spell. */
  rounds: z.int().min(1).max(14_400).optional(),
  armor_class: z.int().min(-10).max(10).default(0),
  attack_rolls: z.int().min(-10).max(10).default(0),
  ability_checks: z.int().min(-10).max(10).default(0),
  saving_throws: z.int().min(-10).max(10).default(0),
  speed: z.int().min(-120).max(120).default(0),
  resistances: z.array(Srd5eDamageDefence).default([]),
  immunities: z.array(Srd5eDamageDefence).default([]),
  vulnerabilities: z.array(Srd5eDamageDefence).default([]),
  ...Srd5eEffectExtras,
  /** Dice for the hit point maximum it gives, and for as many hit points. */
  maximum_dice: Dice.optional(),
  /** Growth of `hit_point_maximum` and `weapon_bonus` for every level of the slot above the spell's own. */
  maximum_per_slot: z.int().min(1).max(20).optional(),
  /** Of its resistances and its abilities with an edge only one counts: the one that is named, else the first. */
  one_of: z.literal(true).optional(),
  /** Weapon dice and damage count only against the targets; the effect itself is the caster's. */
  against_targets: z.literal(true).optional(),
});
export type SpellEffect = z.infer<typeof SpellEffect>;

const SpellCondition = z.strictObject({
  name: Srd5eConditionName,
  /** The save may be tried again at the end of each turn. */
  save_ends: z.boolean().default(false),
  ends_on: z.array(Srd5eEnding).max(4).default([]),
  /** Set where the condition is shorter or longer than the spell. */
  rounds: z.int().min(1).max(14_400).optional(),
  /** Befalls only creatures with this many hit points at most. */
  most_hit_points: z.int().min(1).max(500).optional(),
});
export type SpellCondition = z.infer<typeof SpellCondition>;

/** Creatures of a bestiary that come at a spell, on the caster's side. The first choice comes unless another is named. */
const SpellSummons = z.strictObject({
  choices: z
    .array(z.strictObject({ creature: z.string().min(1), count: z.int().min(1).max(12).default(1) }))
    .min(1)
    .max(16),
  /** More of them for each level of the slot above the spell's own. */
  per_slot: z.int().min(1).max(4).optional(),
  /** As many again for every so many levels of the slot above the spell's own. */
  again_every: z.int().min(1).max(4).optional(),
});

const SpellRevival = z.strictObject({
  /** Longest time since death. */
  within: z.strictObject({ minutes: z.int().min(1).max(200_000_000) }),
  hit_points: z.union([z.int().min(1).max(100), z.literal('all')]),
  /** Taken off attacks, saves and checks; a long rest lessens it by 1. */
  weakness: z.int().min(1).max(4).optional(),
});

/**
 * Spell as the rules cast it: what it costs, whom it reaches and what it does. Every spell says what it does: `narrative`
 * marks one whose whole effect is told, kept in view for as long as it lasts.
 */
export const Srd5eSpell = z.strictObject({
  level: z.int().min(0).max(9),
  school: z.enum([
    'abjuration',
    'conjuration',
    'divination',
    'enchantment',
    'evocation',
    'illusion',
    'necromancy',
    'transmutation',
  ]),
  classes: z.array(Srd5eClassName).max(12).default([]),
  casting: z
    .union([
      z.enum(['action', 'bonus_action', 'reaction']),
      z.strictObject({ minutes: z.int().min(1).max(1440) }),
    ])
    .default('action'),
  ritual: z.boolean().default(false),
  components: z
    .array(z.enum(['v', 's', 'm']))
    .max(3)
    .default(['v', 's']),
  /** Worth in gold of a component that the spell uses up. */
  consumes: z.int().min(1).max(50_000).optional(),
  range: z.union([z.int().min(5).max(3_000_000), z.enum(['self', 'touch', 'sight', 'unlimited', 'special'])]),
  /** Left out for a spell that is over at once. */
  lasts: z
    .union([
      z.strictObject({ rounds: z.int().min(1).max(14_400) }),
      z.strictObject({ minutes: z.int().min(1).max(100_000) }),
      z.enum(['until_dispelled', 'special']),
    ])
    .optional(),
  concentration: z.boolean().default(false),
  area: z
    .strictObject({
      shape: z.enum(['sphere', 'cube', 'cone', 'line', 'cylinder']),
      feet: z.int().min(5).max(50_000),
    })
    .optional(),
  /** Creature types it works on; all when left out. */
  only: z.array(Srd5eCreatureType).min(1).optional(),
  targets: SpellCount.optional(),
  /** Whether it begins a fight; left out, the rest of the spell tells. */
  hostile: z.boolean().optional(),
  attack: z.enum(['melee', 'ranged']).optional(),
  save: z
    .strictObject({ ability: Srd5eAbility, on_success: z.enum(['none', 'half', 'other']).default('none') })
    .optional(),
  damage: z.array(SpellDamage).max(3).default([]),
  /** When its damage is dealt: at once, only at turns, with weapon hits, to those who strike the target, or in a mishap that is told. */
  damage_on: z.enum(['cast', 'turns', 'weapon_hit', 'next_weapon_hit', 'struck', 'mishap']).default('cast'),
  /** Adds the caster's spellcasting modifier to damage and healing. */
  adds_modifier: z.boolean().default(false),
  /** Heals the caster by half the damage it deals. */
  drains: z.literal(true).optional(),
  /** Cantrip whose dice (or rays) double at level 5, triple at 11 and are fourfold at 17. */
  grows_with_level: z.enum(['dice', 'rays']).optional(),
  /** Separate attacks or darts, each with the damage given. */
  rays: SpellCount.optional(),
  /** Damage, by the same save, at turns of those it took hold of, for as long as it lasts. */
  repeats: z
    .strictObject({
      when: z.enum(['turn_start', 'turn_end']),
      /** Left out when it is the damage of the spell. */
      damage: z.array(SpellDamage).max(3).optional(),
      saves: z.boolean().default(true),
      /** The effect ends with a successful save. */
      save_ends: z.literal(true).optional(),
      /** Dealt one time. */
      once: z.literal(true).optional(),
      /** Rounds after which the struck are out of the area, unless something holds them there. */
      rounds: z.int().min(1).max(10).optional(),
    })
    .optional(),
  /** Part of a turn in which its attack or save may be repeated without a slot while it lasts. */
  again: z.enum(['action', 'bonus_action']).optional(),
  healing: z.strictObject({ dice: Dice, temporary: z.boolean().default(false), ...growth }).optional(),
  /** Healing at the start of each turn while it lasts. */
  turn_healing: z.strictObject({ dice: Dice, temporary: z.literal(true).optional() }).optional(),
  conditions: z.array(SpellCondition).max(4).default([]),
  effect: SpellEffect.optional(),
  /** Attack it gives to the one it is cast on: a club made strong, claws. */
  gives_attack: z
    .strictObject({ dice: Dice, type: Srd5eDamageType, by: z.enum(['casting', 'strength']) })
    .optional(),
  /** Kills creatures with this many hit points at most. */
  slays: z.int().min(1).max(500).optional(),
  /** Conditions of which it ends one, or all with `cures_all`; `exhaustion` eases by one level, `curse` ends curses. */
  cures: z
    .array(z.union([Srd5eConditionName, z.enum(['exhaustion', 'curse'])]))
    .min(1)
    .optional(),
  cures_all: z.literal(true).optional(),
  /** Makes a dying target stable. */
  stabilizes: z.literal(true).optional(),
  /** Hit points of creatures it reaches at most, the weakest first: sleep, color spray. */
  pool: z.strictObject({ dice: Dice, ...growth }).optional(),
  /** Sights and sounds at the place while it lasts. */
  scene: z
    .strictObject({
      visibility: z.enum(['clear', 'dim', 'dark', 'obscured']).optional(),
      silent: z.literal(true).optional(),
    })
    .optional(),
  summons: SpellSummons.optional(),
  revives: SpellRevival.optional(),
  /** Takes the caster and company away: out of reach, one way off, or to any place known. */
  travel: z
    .strictObject({ reach: z.enum(['sight', 'near', 'known']), company: z.int().min(0).max(12).default(0) })
    .optional(),
  /** Things that are there afterwards; `heals` for what one eats or drinks. */
  creates: z
    .strictObject({
      name: z.string().min(1).max(80),
      count: z.int().min(1).max(100).default(1),
      heals: Dice.optional(),
    })
    .optional(),
  /** Shape a creature takes: of which kinds, and up to which challenge rating (`own`: the level or rating of its own). */
  shape: z
    .strictObject({
      kinds: z.array(Srd5eCreatureType).min(1),
      challenge: z.union([z.literal('own'), z.int().min(1).max(30)]),
      /** Shape taken when none is named. */
      usual: z.string().min(1),
    })
    .optional(),
  /** Breaks a spell that is being cast. */
  counters: z.literal(true).optional(),
  /** Ends spells on its targets, or here when it has none. */
  dispels: z.literal(true).optional(),
  /** Event that sets off a spell cast as a reaction. */
  trigger: z.enum(['foe_casts', 'attacked', 'harmed', 'falls']).optional(),
  /** Turns the caster takes in a row. */
  extra_turns: Dice.optional(),
  /** Holder of the narrative effect while it lasts. The caster, the targets or the place keep its description. */
  narrative: z.enum(['caster', 'targets', 'place']).optional(),
});
export type Srd5eSpell = z.infer<typeof Srd5eSpell>;

/** Kinds of effect a spell has, as the rules carry them out. */
const EFFECT_KINDS = {
  attack: ({ attack }) => attack !== undefined,
  save: ({ save }) => save !== undefined,
  damage: ({ damage, repeats }) => damage.length > 0 || repeats?.damage !== undefined,
  damage_at_turns: ({ repeats }) => repeats !== undefined,
  repeated: ({ again }) => again !== undefined,
  healing: ({ healing, turn_healing, drains }) =>
    [healing, turn_healing, drains].some((part) => part !== undefined),
  condition: ({ conditions }) => conditions.length > 0,
  lasting_numbers: ({ effect, gives_attack }) => effect !== undefined || gives_attack !== undefined,
  death: ({ slays }) => slays !== undefined,
  cure: ({ cures, stabilizes }) => cures !== undefined || stabilizes !== undefined,
  scene: ({ scene }) => scene !== undefined,
  summoning: ({ summons }) => summons !== undefined,
  revival: ({ revives }) => revives !== undefined,
  travel: ({ travel }) => travel !== undefined,
  creation: ({ creates }) => creates !== undefined,
  shape: ({ shape }) => shape !== undefined,
  counter: ({ counters, dispels }) => counters !== undefined || dispels !== undefined,
  extra_turns: ({ extra_turns }) => extra_turns !== undefined,
  narrative: ({ narrative }) => narrative !== undefined,
} as const satisfies Record<string, (spell: Srd5eSpell) => boolean>;
export type SpellEffectKind = keyof typeof EFFECT_KINDS;

/** Lists what a spell does, by kind. A save alone does nothing. */
export function listSpellEffectKinds(spell: Srd5eSpell): readonly SpellEffectKind[] {
  // The keys of the table are its kinds.
  const kinds = (Object.keys(EFFECT_KINDS) as SpellEffectKind[]).filter((kind) => EFFECT_KINDS[kind](spell));
  return kinds.every((kind) => kind === 'save' || kind === 'attack') ? [] : kinds;
}
