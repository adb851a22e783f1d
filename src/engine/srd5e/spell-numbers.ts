import type { Srd5eAttackDamage } from './parts/trait-shapes.ts';
import type { SpellCount, SpellDamage, Srd5eSpell } from './spells.ts';

/** Tells whether a spell is meant to harm: it strikes, hurts, or puts a condition on others against their will. */
export function isHostileSpell(spell: Srd5eSpell): boolean {
  if (spell.hostile !== undefined) return spell.hostile;
  const { attack, save, conditions, effect, pool, repeats, slays } = spell;
  if (
    attack !== undefined ||
    hasImmediateDamage(spell) ||
    [pool, repeats, slays].some((part) => part !== undefined)
  )
    return true;
  if (effect !== undefined && save !== undefined) return true;
  return conditions.some(({ name }) => save !== undefined || name !== 'invisible');
}

/** Tells whether a spell deals its damage when it is cast. */
export function hasImmediateDamage({ damage, damage_on }: Srd5eSpell): boolean {
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
export function listSpellDamage(
  spell: Srd5eSpell,
  casting: SpellCasting,
  damage: readonly SpellDamage[] = spell.damage,
): readonly Srd5eAttackDamage[] {
  return damage.map(({ type, ...growing }, index) => {
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

/** Lists the creatures a spell summons with a slot: one line for each of its choices. */
export function listSpellSummons(
  { level, summons }: Srd5eSpell,
  slot: number,
): readonly { readonly creature: string; readonly count: number }[] {
  if (summons === undefined) return [];
  const above = Math.max(0, slot - level);
  const times = 1 + (summons.again_every === undefined ? 0 : Math.floor(above / summons.again_every));
  return summons.choices.map(({ creature, count }) => ({
    creature,
    count: count * times + (summons.per_slot ?? 0) * above,
  }));
}

/** Counts the creatures a spell without an area may be cast on. */
export function countSpellTargets(spell: Srd5eSpell, slot: number): number {
  return countWithSlot(spell, spell.targets, slot);
}

function countWithSlot({ level }: Srd5eSpell, count: SpellCount | undefined, slot: number): number {
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

/** Returns the highest total dice can show: `2d8+3` is 19. */
export function maximizeDice(dice: string): number {
  const { count, sides, bonus } = parseDice(dice);
  return count * sides + bonus;
}
