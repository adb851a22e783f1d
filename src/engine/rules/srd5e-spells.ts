import { z } from 'zod';
import type { Srd5eAttackDamage } from './srd5e/trait-shapes.ts';
import { Srd5eCreatureType, Srd5eEffectExtras } from './srd5e-stat-block.ts';
import { Srd5eAbility, Srd5eClassName, Srd5eConditionName, Srd5eDamageType } from './srd5e-terms.ts';

const Dice = z.string().regex(/^(\d{1,2}d\d{1,3}([+-]\d{1,3})?|\d{1,3})$/, 'dice look like 8d6, 1d4+1 or 20');

/** Growth of dice or of a number with the spell slot: `per_slot` more for every `every` levels above the spell's own. */
const growth = {
  per_slot: Dice.optional(),
  every: z.int().min(1).max(3).default(1),
};

const SpellDamage = z.strictObject({ dice: Dice, type: Srd5eDamageType, ...growth });

/** Number of targets, rays or darts. */
const SpellCount = z.strictObject({
  base: z.int().min(1).max(20),
  per_slot: z.int().min(0).max(5).default(0),
});

/** Numbers a spell adds to its target while it lasts. */
export const SpellEffect = z.strictObject({
  armor_class: z.int().min(-10).max(10).default(0),
  attack_rolls: z.int().min(-10).max(10).default(0),
  saving_throws: z.int().min(-10).max(10).default(0),
  speed: z.int().min(-120).max(120).default(0),
  resistances: z.array(Srd5eDamageType).default([]),
  ...Srd5eEffectExtras,
});

/**
 * Spell as the rules cast it: what it costs, whom it reaches and what it does. A spell without an attack, save, damage,
 * healing, condition or effect takes its slot and is told in prose.
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
  attack: z.enum(['melee', 'ranged']).optional(),
  save: z
    .strictObject({ ability: Srd5eAbility, on_success: z.enum(['none', 'half', 'other']).default('none') })
    .optional(),
  damage: z.array(SpellDamage).max(3).default([]),
  /** When its damage is dealt: at once, with weapon hits, to those who strike the target, or only in a mishap that is told. */
  damage_on: z.enum(['cast', 'weapon_hit', 'next_weapon_hit', 'struck', 'mishap']).default('cast'),
  /** Adds the caster's spellcasting modifier to damage and healing. */
  adds_modifier: z.boolean().default(false),
  /** Cantrip whose dice (or rays) double at level 5, triple at 11 and are fourfold at 17. */
  grows_with_level: z.enum(['dice', 'rays']).optional(),
  /** Separate attacks or darts, each with the damage given. */
  rays: SpellCount.optional(),
  healing: z.strictObject({ dice: Dice, temporary: z.boolean().default(false), ...growth }).optional(),
  condition: z.strictObject({ name: Srd5eConditionName, save_ends: z.boolean().default(false) }).optional(),
  effect: SpellEffect.optional(),
  /** Conditions of which it ends one. */
  cures: z.array(Srd5eConditionName).min(1).optional(),
  /** Makes a dying target stable. */
  stabilizes: z.boolean().optional(),
  /** Hit points of creatures it reaches at most, the weakest first: sleep, color spray. */
  pool: z.strictObject({ dice: Dice, ...growth }).optional(),
});
export type Srd5eSpell = z.infer<typeof Srd5eSpell>;

/** Tells whether a spell is meant to harm: it strikes, hurts, or puts a condition on others against their will. */
export function isHostileSpell(spell: Srd5eSpell): boolean {
  const { attack, save, condition, effect, pool } = spell;
  if (attack !== undefined || dealsAtOnce(spell) || pool !== undefined) return true;
  if (effect !== undefined && save !== undefined) return true;
  return condition !== undefined && (save !== undefined || condition.name !== 'invisible');
}

/** Tells whether a spell deals its damage when it is cast. */
export function dealsAtOnce({ damage, damage_on }: Srd5eSpell): boolean {
  return damage.length > 0 && damage_on === 'cast';
}

/** Slot and caster a spell is cast with. */
export type SpellCasting = {
  /** Level of the slot; the spell's own level for cantrips and innate spells. */
  readonly slot: number;
  /** Level of the character, or of the creature as a caster. */
  readonly casterLevel: number;
  /** Modifier of the ability the caster casts by. */
  readonly modifier: number;
};

const CANTRIP_STEPS = [5, 11, 17] as const;

/** Computes by how much a cantrip has grown: 1 at first, 4 from level 17. */
export function computeCantripFactor(casterLevel: number): number {
  return 1 + CANTRIP_STEPS.filter((level) => casterLevel >= level).length;
}

/** Lists the damage of one ray or of the whole spell, for the slot and the caster. */
export function listSpellDamage(spell: Srd5eSpell, casting: SpellCasting): readonly Srd5eAttackDamage[] {
  return spell.damage.map(({ type, ...growing }, index) => {
    const grown = growDice(growing, countSteps(spell, casting, growing.every));
    const factor = spell.grows_with_level === 'dice' ? computeCantripFactor(casting.casterLevel) : 1;
    const modifier = index === 0 && spell.adds_modifier ? casting.modifier : 0;
    return {
      dice: writeDice(
        addDice(multiplyDice(grown, factor), { count: 0, sides: grown.sides, bonus: modifier }),
      ),
      type,
    };
  });
}

/** Writes the dice of a spell's healing; null for a spell that heals nothing. */
export function writeSpellHealing(spell: Srd5eSpell, casting: SpellCasting): string | null {
  if (spell.healing === undefined) return null;
  const grown = growDice(spell.healing, countSteps(spell, casting, spell.healing.every));
  const modifier = spell.adds_modifier ? casting.modifier : 0;
  return writeDice({ ...grown, bonus: grown.bonus + modifier });
}

/** Writes the dice for the hit points a spell reaches; null for a spell that does not count them. */
export function writeSpellPool(spell: Srd5eSpell, casting: SpellCasting): string | null {
  if (spell.pool === undefined) return null;
  return writeDice(growDice(spell.pool, countSteps(spell, casting, spell.pool.every)));
}

/** Returns for how many rounds a spell lasts; undefined when no rounds are counted. */
export function countSpellRounds({ lasts }: Srd5eSpell): number | undefined {
  if (typeof lasts !== 'object') return undefined;
  return 'rounds' in lasts ? lasts.rounds : lasts.minutes * 10;
}

/** Counts the rays or darts of a spell; 1 for a spell that has none. */
export function countSpellRays(
  spell: Srd5eSpell,
  casting: Pick<SpellCasting, 'slot' | 'casterLevel'>,
): number {
  if (spell.grows_with_level === 'rays') return computeCantripFactor(casting.casterLevel);
  return countWithSlot(spell, spell.rays, casting.slot);
}

/** Counts the creatures a spell without an area may be cast on. */
export function countSpellTargets(spell: Srd5eSpell, slot: number): number {
  return countWithSlot(spell, spell.targets, slot);
}

function countWithSlot(
  { level }: Srd5eSpell,
  count: z.infer<typeof SpellCount> | undefined,
  slot: number,
): number {
  return count === undefined ? 1 : count.base + count.per_slot * Math.max(0, slot - level);
}

function countSteps({ level }: Srd5eSpell, { slot }: SpellCasting, every: number): number {
  return Math.floor(Math.max(0, slot - level) / every);
}

type DiceParts = { readonly count: number; readonly sides: number; readonly bonus: number };

function parseDice(dice: string): DiceParts {
  const [, count, sides, bonus = '0'] = /^(\d+)d(\d+)([+-]\d+)?$/.exec(dice) ?? [];
  if (count === undefined || sides === undefined) return { count: 0, sides: 0, bonus: Number(dice) };
  return { count: Number(count), sides: Number(sides), bonus: Number(bonus) };
}

function growDice(
  { dice, per_slot }: { readonly dice: string; readonly per_slot?: string | undefined },
  steps: number,
) {
  const base = parseDice(dice);
  return per_slot === undefined ? base : addDice(base, multiplyDice(parseDice(per_slot), steps));
}

function multiplyDice({ count, sides, bonus }: DiceParts, times: number): DiceParts {
  return { count: count * times, sides, bonus: bonus * times };
}

/** Adds dice of the same size. The size of the side that has dice wins. */
function addDice(one: DiceParts, other: DiceParts): DiceParts {
  return { count: one.count + other.count, sides: one.sides || other.sides, bonus: one.bonus + other.bonus };
}

function writeDice({ count, sides, bonus }: DiceParts): string {
  if (count === 0) return `${Math.max(0, bonus)}`;
  if (bonus === 0) return `${count}d${sides}`;
  return `${count}d${sides}${bonus > 0 ? '+' : ''}${bonus}`;
}
