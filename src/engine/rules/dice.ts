import { z } from 'zod';
import { isRejection, type Rejection } from '#engine/kit/rejection.ts';
import { diceRange as rangeOfDice } from './dice/dice-range.ts';
import { seededFaces } from './dice/face-sources.ts';
import { makeRoll, type RollRequest, requestedDice } from './dice/make-roll.ts';
import { parseDice } from './dice/parse-dice.ts';
import { throwDice } from './dice/throw-dice.ts';
import { writeDice } from './dice/write-dice.ts';
import { diceIndexOf, type Roll } from './roll.ts';

export type { RollRequest } from './dice/make-roll.ts';

/**
 * Throws dice. The faces are HMAC(seed, dice index, ordinal) and depend on nothing else, so a repair, a
 * retry, a replay or a branch that comes to the same check finds the same faces on every machine.
 */
export function roll(expression: string, request: RollRequest & { readonly seed: string }): Roll | Rejection {
  const dice = requestedDice(expression, request);
  if ('rejected' in dice) return dice;
  const thrown = throwDice(dice, seededFaces(request.seed, diceIndexOf(request), request.ordinal));
  if (thrown === null) throw new Error('the seeded stream of faces ended');
  return makeRoll(dice, thrown, 'ENGINE', request);
}

/** An expression authors may write; the message says what is wrong with one that cannot be rolled. */
export const DiceExpression = z.string().superRefine((expression, context) => {
  const parsed = parseDice(expression);
  if (isRejection(parsed)) context.addIssue({ code: 'custom', message: parsed.reason });
});

/** The expression as a roll would record it: `3 + d6` is `1d6+3`. Advantage is not part of it. */
export function tidyDice(expression: string): string | Rejection {
  const parsed = parseDice(expression);
  return 'rejected' in parsed ? parsed : writeDice(parsed);
}

/** The least and the most an expression can total. */
export function diceRange(expression: string): { readonly least: number; readonly most: number } | Rejection {
  const parsed = parseDice(expression);
  return 'rejected' in parsed ? parsed : rangeOfDice(parsed);
}
