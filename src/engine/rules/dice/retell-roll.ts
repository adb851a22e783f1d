import { type Rejection, reject } from '#engine/kit/rejection.ts';
import { diceIndexOf, type Roll } from '../roll.ts';
import { seededFaces } from './face-sources.ts';
import { makeRoll, type RollRequest, requestedDice } from './make-roll.ts';
import { throwFromPlayer } from './player-faces.ts';
import { throwDice } from './throw-dice.ts';

/** What the rules asked for, known from elsewhere than the record of the roll: `diceForCheck` gives it. */
export type AskedRoll = Pick<RollRequest, 'modifier' | 'advantage' | 'target' | 'nameResult'> & {
  readonly expression: string;
};

/**
 * The record as it must read: faces from the seed, or the player's own; what was asked from `asked`, or from the
 * record where nothing else is known.
 */
export function retellRoll(roll: Roll, seed: string, asked?: AskedRoll): Roll | Rejection {
  const { purpose, damageType, characterId, position, source } = roll;
  // The modifier is part of the recorded expression, so the record adds none.
  const { expression, ...wanted } = asked ?? fromRecord(roll);
  const request = {
    ...wanted,
    ...position,
    purpose,
    ...(damageType !== undefined && { damageType }),
    ...(characterId !== undefined && { characterId }),
  };
  const dice = requestedDice(expression, request);
  if ('rejected' in dice) return dice;
  const thrown =
    source === 'PLAYER'
      ? throwFromPlayer(dice, roll.faces)
      : throwDice(dice, seededFaces(seed, diceIndexOf(position), position.ordinal));
  if (thrown === null) return reject('no-faces', `${expression} needs more faces than the seed gives`);
  return 'rejected' in thrown ? thrown : makeRoll(dice, thrown, source, request);
}

function fromRecord({ expression, advantage, target, result }: Roll): AskedRoll {
  return {
    expression,
    advantage,
    ...(target !== undefined && { target }),
    ...(result !== undefined && { nameResult: () => result }),
  };
}
