import type { Srd5eStatBlock } from './srd5e-stat-block.ts';

const SIZE_FACTOR = { tiny: 0.5, small: 1, medium: 1, large: 2, huge: 4, gargantuan: 8 } as const;
const POUNDS_PER_STRENGTH = 15;

/** Pounds a creature can carry, and pounds it can push, drag or lift. */
export function carryingCapacity({ abilities, size }: Srd5eStatBlock): { carry: number; lift: number } {
  const carry = abilities.strength * POUNDS_PER_STRENGTH * SIZE_FACTOR[size];
  return { carry, lift: carry * 2 };
}
