import { halvedByExhaustion } from './srd5e/exhaustion.ts';
import type { Srd5eAbility } from './srd5e-ability.ts';
import type { Srd5eClassName } from './srd5e-class.ts';
import type { Srd5eStatBlock } from './srd5e-stat-block.ts';

export function abilityModifier(score: number): number {
  return Math.floor((score - 10) / 2);
}

export function modifierOf(block: Srd5eStatBlock, ability: Srd5eAbility): number {
  return abilityModifier(block.abilities[ability]);
}

/** Levels in one class; 0 for a class the creature has none of. */
export function classLevel(block: Srd5eStatBlock, name: Srd5eClassName): number {
  return block.classes.find((entry) => entry.class === name)?.level ?? 0;
}

/** Levels in a class, counted only for members of that subclass. */
export function subclassLevel(block: Srd5eStatBlock, name: Srd5eClassName, subclass: string): number {
  const entry = block.classes.find((candidate) => candidate.class === name);
  return entry?.subclass === subclass ? entry.level : 0;
}

/** All class levels together; 0 for a creature without classes. */
export function characterLevel(block: Srd5eStatBlock): number {
  return block.classes.reduce((sum, { level }) => sum + level, 0);
}

/** By level for characters, by challenge rating for other creatures; both tables are the same stair of four. */
export function proficiencyBonus(block: Srd5eStatBlock): number {
  const rung = characterLevel(block) || challengeNumber(block);
  return 2 + Math.floor((Math.max(1, rung) - 1) / 4);
}

function challengeNumber({ challenge_rating }: Srd5eStatBlock): number {
  return typeof challenge_rating === 'number' ? challenge_rating : 0;
}

/** The hit point maximum as it stands now: exhaustion may have halved it. */
export function hitPointMaximum(block: Srd5eStatBlock): number {
  return halvedByExhaustion(block.hit_points.max, block.exhaustion);
}

/** Whether 0 hit points means dying rather than dead. */
export function makesDeathSaves(block: Srd5eStatBlock): boolean {
  return block.makes_death_saves ?? block.classes.length > 0;
}

/** At 0 hit points, not stable and not dead: a death save is due each turn. */
export function isDying(block: Srd5eStatBlock): boolean {
  return block.status === 'unconscious' && block.hit_points.current === 0;
}
