import { type Rejection, reject } from '#engine/kit/rejection.ts';
import { makeRoll, type RollRequest, requestedDice } from './dice/make-roll.ts';
import { throwFromPlayer } from './dice/player-faces.ts';
import type { Roll } from './roll.ts';

/**
 * Takes numbers from the player's own dice: what each die shows, without modifiers, in the order rolled. A
 * number the dice could not show is refused; the roll says that its source is the player.
 */
export function playerRoll(
  expression: string,
  faces: readonly number[],
  request: RollRequest & { readonly playerDice: 'allowed' | 'forbidden' | 'asked' },
): Roll | Rejection {
  if (request.playerDice === 'forbidden') {
    return reject('player-dice-forbidden', 'this ruleset rolls all dice itself; ask the engine to roll');
  }
  const dice = requestedDice(expression, request);
  if ('rejected' in dice) return dice;
  const thrown = throwFromPlayer(dice, faces);
  return 'rejected' in thrown ? thrown : makeRoll(dice, thrown, 'PLAYER', request);
}

/** Why a player's own dice cannot show these faces for an expression; null when they can, or it is no expression of dice. */
export function facesFault(
  expression: string,
  faces: readonly number[],
  playerDice: 'allowed' | 'forbidden' | 'asked',
): Rejection | null {
  const request = { purpose: 'Check', sceneIndex: 0, ordinal: 0 };
  if ('rejected' in requestedDice(expression, request)) return null;
  const thrown = playerRoll(expression, faces, { ...request, playerDice });
  return 'rejected' in thrown ? thrown : null;
}
