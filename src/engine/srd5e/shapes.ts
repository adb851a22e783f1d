import { withEffects } from './conditions.ts';
import { type Srd5eEffect, Srd5eStatBlock } from './stat-block.ts';

/**
 * Gives a creature the body of another: abilities, hit points, attacks and senses. What it knows of itself waits in
 * `true_form`; what is at work on it stays at work.
 */
export function takeShape(block: Srd5eStatBlock, other: Srd5eStatBlock, effect: Srd5eEffect): Srd5eStatBlock {
  const own = returnToOwnShape(block);
  const { active_effects: _effects, conditions: _conditions, concentration: _spell, ...rest } = own;
  return {
    ...other,
    experience: own.experience,
    makes_death_saves: own.makes_death_saves ?? own.classes.length > 0,
    conditions: own.conditions,
    active_effects: [...own.active_effects, { ...effect, shape: true }],
    concentration: own.concentration,
    // A stat block is JSON.
    true_form: JSON.parse(JSON.stringify(rest)),
  };
}

/** Returns a creature to its own shape, with the hit points it had in it; the very same block when it is in it. */
export function returnToOwnShape(block: Srd5eStatBlock): Srd5eStatBlock {
  const own = block.true_form === undefined ? undefined : Srd5eStatBlock.safeParse(block.true_form).data;
  if (own === undefined) return block;
  const { conditions, concentration, experience } = block;
  const left = block.active_effects.filter(({ shape }) => shape !== true);
  return withEffects({ ...own, conditions, concentration, experience }, left);
}

/** Tells whether a creature has another shape although nothing holds it in it any more. */
export function hasShapeEnded({ true_form, active_effects }: Srd5eStatBlock): boolean {
  return true_form !== undefined && active_effects.every(({ shape }) => shape !== true);
}
