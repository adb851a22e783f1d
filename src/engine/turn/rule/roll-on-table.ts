import { isRejection } from '#engine/kit/rejection.ts';
import type { Roll } from '#engine/rules/roll.ts';
import { rollLedger } from '#engine/rules/roll-ledger.ts';
import type { TurnContext } from '../context.ts';
import { RollRefusedError } from '../turn-failure.ts';

/** The one roll on a table of 1d100: the engine's own, or the number a player read from their dice where the rules allow it. */
export function rollOnTable(moment: TurnContext, faces: readonly number[] | null, purpose: string): Roll {
  const { seed, playbook, persona } = moment;
  const ledger = rollLedger(seed, moment);
  const { player_dice: playerDice } = playbook.mechanics;
  const details = { characterId: persona.id };
  const roll =
    faces === null
      ? ledger.roll('1d100', purpose, details)
      : ledger.rollByPlayer('1d100', faces, purpose, { ...details, playerDice });
  if (isRejection(roll)) throw new RollRefusedError(roll.reason);
  return roll;
}
