import type { RollTarget } from './roll.ts';

/** What the line of a roll can say beyond its dice: the number to reach, or what kind of damage it is. */
export type RollFacts = { readonly target?: RollTarget; readonly damageType?: string };

/**
 * The only way these rules reach dice: somebody hands this in, and it alone decides the faces. `faces` holds every die
 * that was rolled, in order, before modifiers; `total` is the whole expression. The facts are for the record only.
 */
export type RollDice = (
  expression: string,
  purpose: string,
  facts?: RollFacts,
) => { readonly total: number; readonly faces: readonly number[] };
