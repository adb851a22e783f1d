import { atLevel } from './srd5e/at-level.ts';
import { EXHAUSTION_LEVELS } from './srd5e/exhaustion.ts';
import { classLevel } from './srd5e.ts';
import { conditionEffects } from './srd5e-conditions.ts';
import type { Srd5eStatBlock } from './srd5e-stat-block.ts';

export type Srd5eSpeed = Srd5eStatBlock['speed'];

const UNARMORED_MOVEMENT = { 2: 10, 6: 15, 10: 20, 14: 25, 18: 30 };

/** How far the creature moves in a turn, each way it can: conditions, exhaustion, armor and class weighed. */
export function speedOf(block: Srd5eStatBlock): Srd5eSpeed {
  const bonus = speedBonus(block);
  const { walk, climb, fly, swim, burrow } = block.speed;
  const moves = (feet: number) => (feet === 0 ? 0 : hindered(block, Math.max(0, feet + bonus)));
  return {
    walk: moves(walk),
    climb: moves(climb),
    fly: moves(fly),
    swim: moves(swim),
    burrow: moves(burrow),
  };
}

function hindered(block: Srd5eStatBlock, feet: number): number {
  const held = conditionEffects(block).some(({ speedBecomesZero }) => speedBecomesZero);
  if (held || block.exhaustion >= EXHAUSTION_LEVELS.speedZero) return 0;
  return block.exhaustion >= EXHAUSTION_LEVELS.speedHalved ? Math.floor(feet / 2) : feet;
}

function speedBonus(block: Srd5eStatBlock): number {
  const effects = block.active_effects.reduce((sum, effect) => sum + effect.speed, 0);
  return effects + classBonus(block) - armorPenalty(block);
}

function classBonus(block: Srd5eStatBlock): number {
  const { kind, shield } = block.armor;
  const fast = classLevel(block, 'barbarian') >= 5 && kind !== 'heavy' ? 10 : 0;
  const bare = kind === 'unarmored' && !shield;
  return fast + (bare ? (atLevel(UNARMORED_MOVEMENT, classLevel(block, 'monk')) ?? 0) : 0);
}

function armorPenalty({ armor, abilities }: Srd5eStatBlock): number {
  return armor.kind === 'heavy' && abilities.strength < armor.strength_required ? 10 : 0;
}
