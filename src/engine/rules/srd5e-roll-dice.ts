/**
 * The only way these rules reach dice: somebody hands this in, and it alone decides the faces. `faces` holds
 * every die that was rolled, in order, before modifiers; `total` is the whole expression.
 */
export type RollDice = (
  expression: string,
  purpose: string,
) => { readonly total: number; readonly faces: readonly number[] };
