import { z } from 'zod';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';
import { parseDice } from './dice/dice-notation.ts';
import { makeRoll, parseRequestedDice, type RollRequest } from './dice/make-roll.ts';
import {
  createSeededFaces,
  measureDiceRange as rangeOfDice,
  throwDice,
  throwFromPlayer,
} from './dice/throw-dice.ts';
import { getDiceIndex, type Roll } from './roll.ts';

export type { RollRequest } from './dice/make-roll.ts';

/**
 * Throws dice. The faces are HMAC(seed, dice index, ordinal) and depend on nothing else. A repair, retry, replay or
 * branch that comes to the same check gets the same faces on every machine.
 */
export function rollDice(
  expression: string,
  request: RollRequest & { readonly seed: string },
): Roll | Rejection {
  const dice = parseRequestedDice(expression, request);
  if ('rejected' in dice) return dice;
  const thrown = throwDice(dice, createSeededFaces(request.seed, getDiceIndex(request), request.ordinal));
  if (thrown === null) throw new Error('the seeded stream of faces ended');
  return makeRoll(dice, thrown, 'ENGINE', request);
}

/** Dice expression written by an author; the message names the fault of one that cannot be rolled. */
export const DiceExpression = z.string().superRefine((expression, context) => {
  const parsed = parseDice(expression);
  if (isRejection(parsed)) context.addIssue({ code: 'custom', message: parsed.reason });
});

/** Returns the plain numbers, the advantage and the possible totals of an expression. */
export function describeDice(expression: string):
  | {
      readonly modifier: number;
      readonly advantage: Roll['advantage'];
      readonly least: number;
      readonly most: number;
    }
  | Rejection {
  const parsed = parseDice(expression);
  if ('rejected' in parsed) return parsed;
  return { modifier: parsed.modifier, advantage: parsed.advantage, ...rangeOfDice(parsed) };
}

/** Returns the least and the most an expression can total. */
export function findDiceRange(
  expression: string,
): { readonly least: number; readonly most: number } | Rejection {
  const parsed = parseDice(expression);
  return 'rejected' in parsed ? parsed : rangeOfDice(parsed);
}

/**
 * Takes numbers from the player's own dice: what each die shows, without modifiers, in the order rolled. A
 * number the dice could not show is refused; the roll says that its source is the player.
 */
export function rollPlayerDice(
  expression: string,
  faces: readonly number[],
  request: RollRequest & { readonly playerDice: 'allowed' | 'forbidden' | 'asked' },
): Roll | Rejection {
  if (request.playerDice === 'forbidden') {
    return reject('player-dice-forbidden', 'this ruleset rolls all dice itself; ask the engine to roll');
  }
  const dice = parseRequestedDice(expression, request);
  if ('rejected' in dice) return dice;
  const thrown = throwFromPlayer(dice, faces);
  return 'rejected' in thrown ? thrown : makeRoll(dice, thrown, 'PLAYER', request);
}

/**
 * Explains why a player's own dice cannot show these faces for an expression. Returns null when they can, or when it
 * is no dice expression.
 */
export function findFacesFault(
  expression: string,
  faces: readonly number[],
  playerDice: 'allowed' | 'forbidden' | 'asked',
): Rejection | null {
  const request = { purpose: 'Check', sceneIndex: 0, ordinal: 0 };
  if ('rejected' in parseRequestedDice(expression, request)) return null;
  const thrown = rollPlayerDice(expression, faces, { ...request, playerDice });
  return 'rejected' in thrown ? thrown : null;
}
