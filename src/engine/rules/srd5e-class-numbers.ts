import { atLevel } from './srd5e/at-level.ts';
import { classLevel } from './srd5e.ts';
import type { Srd5eClassName } from './srd5e-class.ts';
import type { Srd5eStatBlock } from './srd5e-stat-block.ts';

/** The dice a rogue's sneak attack adds; null for whoever is no rogue. */
export function sneakAttackDice(block: Srd5eStatBlock): string | null {
  const level = classLevel(block, 'rogue');
  return level === 0 ? null : `${Math.ceil(level / 2)}d6`;
}

/** What rage adds to melee damage by Strength; 0 for whoever is no barbarian. */
export function rageDamage(block: Srd5eStatBlock): number {
  return atLevel({ 1: 2, 9: 3, 16: 4 }, classLevel(block, 'barbarian')) ?? 0;
}

/** The die of a monk's unarmed strike; null for whoever is no monk. */
export function martialArtsDie(block: Srd5eStatBlock): string | null {
  return atLevel({ 1: 'd4', 5: 'd6', 11: 'd8', 17: 'd10' }, classLevel(block, 'monk'));
}

/** The die a bard's song adds to a short rest; null without such a song. */
export function songOfRestDie(block: Srd5eStatBlock): string | null {
  return atLevel({ 2: 'd6', 9: 'd8', 13: 'd10', 17: 'd12' }, classLevel(block, 'bard'));
}

const EXTRA_ATTACKERS: readonly Srd5eClassName[] = ['barbarian', 'monk', 'paladin', 'ranger'];

/** Attacks in one Attack action. Extra attacks of several classes never add up. */
export function attacksPerAction(block: Srd5eStatBlock): number {
  const fighter = atLevel({ 1: 1, 5: 2, 11: 3, 20: 4 }, classLevel(block, 'fighter')) ?? 1;
  const others = EXTRA_ATTACKERS.some((name) => classLevel(block, name) >= 5) ? 2 : 1;
  return Math.max(fighter, others);
}
