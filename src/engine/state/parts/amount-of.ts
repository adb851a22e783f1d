import { z } from 'zod';
import { type Rejection, reject } from '#engine/kit/rejection.ts';
import { DiceExpression } from '#engine/rules/dice.ts';
import type { OperationContext, RollDetails } from '../operation.ts';

/** How much: a number that is settled, or dice the engine throws. */
export const amountFields = {
  amount: z.int().min(0).max(10_000).optional(),
  dice: DiceExpression.optional().describe('Thrown by the engine: 2d6+3.'),
};

/** The settled number, or what the dice say; never less than nothing. */
export function amountOf(
  { amount, dice }: { readonly amount?: number | undefined; readonly dice?: string | undefined },
  purpose: string,
  { roll }: Pick<OperationContext, 'roll'>,
  details: RollDetails = {},
): number | Rejection {
  if ((amount === undefined) === (dice === undefined)) {
    return reject('bad-input', 'Give amount or dice, one of the two.', ['amount']);
  }
  if (dice === undefined) return amount ?? 0;
  const rolled = roll(dice, purpose, details);
  return 'rejected' in rolled ? { ...rolled, path: ['dice'] } : Math.max(0, rolled.total);
}
