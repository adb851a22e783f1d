import { type Rejection, reject } from '#engine/kit/rejection.ts';
import type { Srd5eEffect } from './srd5e-effect.ts';
import type { Srd5eStatBlock } from './srd5e-stat-block.ts';

/** Lets an effect work on a creature; one of the same name makes way for it. */
export function addEffect(block: Srd5eStatBlock, effect: Srd5eEffect): Srd5eStatBlock {
  const others = block.active_effects.filter(({ name }) => name !== effect.name);
  return { ...block, active_effects: [...others, effect] };
}

export function removeEffect(block: Srd5eStatBlock, name: string): Srd5eStatBlock | Rejection {
  const active_effects = block.active_effects.filter((effect) => effect.name !== name);
  if (active_effects.length < block.active_effects.length) return { ...block, active_effects };
  const known = block.active_effects.map((effect) => effect.name).join(', ') || 'none';
  return reject('effect-absent', `no effect named ${name} is at work; there is ${known}`, ['name']);
}
