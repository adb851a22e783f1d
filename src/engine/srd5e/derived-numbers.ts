import { listConditionEffects } from './conditions.ts';
import { getLevelValue } from './parts/class-resource-table.ts';
import { computeHitPointMaximum, type Srd5eStatBlock } from './stat-block.ts';
import { EXHAUSTION_LEVELS, SRD5E_SUBCLASSES, type Srd5eAbility, type Srd5eClassName } from './terms.ts';

export function toAbilityModifier(score: number): number {
  return Math.floor((score - 10) / 2);
}

export function getModifier(block: Srd5eStatBlock, ability: Srd5eAbility): number {
  return toAbilityModifier(block.abilities[ability]);
}

/** Levels in one class; 0 for a class the creature has none of. */
export function getClassLevel(block: Srd5eStatBlock, name: Srd5eClassName): number {
  return block.classes.find((entry) => entry.class === name)?.level ?? 0;
}

/** Levels in a class, counted only for members of that subclass. */
export function getSubclassLevel(block: Srd5eStatBlock, name: Srd5eClassName, subclass: string): number {
  const entry = block.classes.find((candidate) => candidate.class === name);
  return entry?.subclass === subclass ? entry.level : 0;
}

/** Returns the sum of all class levels; 0 for a creature without classes. */
export function getCharacterLevel(block: Srd5eStatBlock): number {
  return block.classes.reduce((sum, { level }) => sum + level, 0);
}

/**
 * Returns the bonus by level for characters, by challenge rating for other creatures. Both tables rise every four
 * steps.
 */
export function getProficiencyBonus(block: Srd5eStatBlock): number {
  const rung = getCharacterLevel(block) || challengeNumber(block);
  return 2 + Math.floor((Math.max(1, rung) - 1) / 4);
}

function challengeNumber({ challenge_rating }: Srd5eStatBlock): number {
  return typeof challenge_rating === 'number' ? challenge_rating : 0;
}

/** Computes the difficulty of saves against what a creature does by an ability. */
export function computeSaveDifficulty(block: Srd5eStatBlock, ability: Srd5eAbility): number {
  return 8 + getProficiencyBonus(block) + getModifier(block, ability);
}

/** Returns the current hit point maximum: effects may have raised it, exhaustion may have halved it. */
export function getHitPointMaximum(block: Srd5eStatBlock): number {
  return computeHitPointMaximum(block);
}

/** Tells whether 0 hit points means dying rather than dead. */
export function canMakeDeathSaves(block: Srd5eStatBlock): boolean {
  return block.makes_death_saves ?? block.classes.length > 0;
}

/** Tells whether a creature is at 0 hit points, not stable and not dead: a death save is due each turn. */
export function isDying(block: Srd5eStatBlock): boolean {
  return block.status === 'unconscious' && block.hit_points.current === 0;
}

const SHIELD = 2;
const MEDIUM_DEXTERITY_CAP = 2;

/** Computes the current Armor Class: worn armor, or the best unarmored alternative. Cover is added separately. */
export function computeArmorClass(block: Srd5eStatBlock): number {
  const { shield, bonus } = block.armor;
  const effects = block.active_effects.reduce((sum, effect) => sum + effect.armor_class, 0);
  const worn = bodyArmor(block) + (shield ? SHIELD : 0) + bonus + effects;
  return Math.max(worn, ...block.active_effects.flatMap(({ least_armor_class }) => least_armor_class ?? []));
}

function bodyArmor(block: Srd5eStatBlock): number {
  const { kind, base } = block.armor;
  const dexterity = getModifier(block, 'dexterity');
  if (kind === 'heavy' || kind === 'natural') return base;
  if (kind === 'medium') return base + Math.min(dexterity, MEDIUM_DEXTERITY_CAP);
  if (kind === 'light') return base + dexterity;
  return Math.max(base + dexterity, unarmoredDefense(block), ...scalesOrSpell(block, dexterity));
}

/**
 * Computes unarmored defense. Barbarians and monks each have their own; a creature with both classes keeps the one
 * learned first.
 */
function unarmoredDefense(block: Srd5eStatBlock): number {
  const teacher = block.classes.find((entry) => entry.class === 'barbarian' || entry.class === 'monk');
  const unarmored = 10 + getModifier(block, 'dexterity');
  if (teacher?.class === 'barbarian') return unarmored + getModifier(block, 'constitution');
  if (teacher?.class === 'monk' && !block.armor.shield) return unarmored + getModifier(block, 'wisdom');
  return 0;
}

function scalesOrSpell(block: Srd5eStatBlock, dexterity: number): number[] {
  const scales = getSubclassLevel(block, 'sorcerer', SRD5E_SUBCLASSES.sorcerer) > 0;
  const bases = block.active_effects.flatMap(({ unarmored_base }) => unarmored_base ?? []);
  return [...bases, ...(scales || block.armor.mage_armor ? [13] : [])].map((base) => base + dexterity);
}

const SIZE_FACTOR = { tiny: 0.5, small: 1, medium: 1, large: 2, huge: 4, gargantuan: 8 } as const;
const POUNDS_PER_STRENGTH = 15;

/** Pounds a creature can carry, and pounds it can push, drag or lift. */
export function computeCarryingCapacity({ abilities, size }: Srd5eStatBlock): {
  carry: number;
  lift: number;
} {
  const carry = abilities.strength * POUNDS_PER_STRENGTH * SIZE_FACTOR[size];
  return { carry, lift: carry * 2 };
}

type Srd5eSpeed = Srd5eStatBlock['speed'];

const UNARMORED_MOVEMENT = { 2: 10, 6: 15, 10: 20, 14: 25, 18: 30 };

/**
 * Computes the creature's speed per turn for each way it can move. Takes conditions, exhaustion, armor and class into
 * account.
 */
export function computeSpeed(block: Srd5eStatBlock): Srd5eSpeed {
  const bonus = speedBonus(block);
  const factor = block.active_effects.reduce((product, { speed_factor = 1 }) => product * speed_factor, 1);
  const given = (way: 'climb' | 'fly' | 'swim' | 'burrow') =>
    Math.max(block.speed[way], ...block.active_effects.map(({ speeds }) => speeds?.[way] ?? 0));
  const moves = (feet: number) =>
    feet === 0 ? 0 : hindered(block, Math.floor(Math.max(0, feet + bonus) * factor));
  return {
    walk: moves(block.speed.walk),
    climb: moves(given('climb')),
    fly: moves(given('fly')),
    swim: moves(given('swim')),
    burrow: moves(given('burrow')),
  };
}

function hindered(block: Srd5eStatBlock, feet: number): number {
  const held = listConditionEffects(block).some(({ speedBecomesZero }) => speedBecomesZero);
  if (held || block.exhaustion >= EXHAUSTION_LEVELS.speedZero) return 0;
  return block.exhaustion >= EXHAUSTION_LEVELS.speedHalved ? Math.floor(feet / 2) : feet;
}

function speedBonus(block: Srd5eStatBlock): number {
  const effects = block.active_effects.reduce((sum, effect) => sum + effect.speed, 0);
  return effects + classBonus(block) - armorPenalty(block);
}

function classBonus(block: Srd5eStatBlock): number {
  const { kind, shield } = block.armor;
  const fast = getClassLevel(block, 'barbarian') >= 5 && kind !== 'heavy' ? 10 : 0;
  const bare = kind === 'unarmored' && !shield;
  return fast + (bare ? (getLevelValue(UNARMORED_MOVEMENT, getClassLevel(block, 'monk')) ?? 0) : 0);
}

function armorPenalty({ armor, abilities }: Srd5eStatBlock): number {
  return armor.kind === 'heavy' && abilities.strength < armor.strength_required ? 10 : 0;
}

/** Returns the dice a rogue's sneak attack adds; null for a creature that is no rogue. */
export function getSneakAttackDice(block: Srd5eStatBlock): string | null {
  const level = getClassLevel(block, 'rogue');
  return level === 0 ? null : `${Math.ceil(level / 2)}d6`;
}

/** Returns the bonus of rage to melee damage by Strength; 0 for a creature that is no barbarian. */
export function getRageDamage(block: Srd5eStatBlock): number {
  return getLevelValue({ 1: 2, 9: 3, 16: 4 }, getClassLevel(block, 'barbarian')) ?? 0;
}

/** Returns the die of a monk's unarmed strike; null for a creature that is no monk. */
export function getMartialArtsDie(block: Srd5eStatBlock): string | null {
  return getLevelValue({ 1: 'd4', 5: 'd6', 11: 'd8', 17: 'd10' }, getClassLevel(block, 'monk'));
}

/** Returns the die a bard's song adds to a short rest; null without such a song. */
export function getSongOfRestDie(block: Srd5eStatBlock): string | null {
  return getLevelValue({ 2: 'd6', 9: 'd8', 13: 'd10', 17: 'd12' }, getClassLevel(block, 'bard'));
}

const EXTRA_ATTACKERS: readonly Srd5eClassName[] = ['barbarian', 'monk', 'paladin', 'ranger'];

/** Attacks in one Attack action. Extra attacks of several classes never add up. */
export function countAttacksPerAction(block: Srd5eStatBlock): number {
  const fighter = getLevelValue({ 1: 1, 5: 2, 11: 3, 20: 4 }, getClassLevel(block, 'fighter')) ?? 1;
  const others = EXTRA_ATTACKERS.some((name) => getClassLevel(block, name) >= 5) ? 2 : 1;
  return Math.max(fighter, others);
}
