import { isRejection } from '#engine/kit/rejection.ts';
import {
  type CheckedResolution,
  type CheckOutcome,
  diceForCheck,
  outcomeOfCheck,
} from '#engine/rules/check.ts';
import type { Roll } from '#engine/rules/roll.ts';
import type { RollLedger } from '#engine/rules/roll-ledger.ts';
import { checkCalledFor } from '../check-called-for.ts';
import type { Interpreted, Moment } from '../draft.ts';
import { RollRefusedError } from '../turn-failure.ts';

export type BandCheck = { readonly roll: Roll; readonly outcome: CheckOutcome };

/** What somebody wants to know before they roll: what, for what, and what the numbers will mean. */
export type CheckAsked = {
  readonly expression: string;
  readonly modifier: number;
  readonly purpose: string;
  readonly make: (ledger: RollLedger, faces: readonly number[] | null) => BandCheck;
};

/**
 * The check the player's words call for under a ruleset of bands, or null when nothing is uncertain. Its dice are the
 * ruleset's, its modifier comes from the stat block, and its bands decide: nobody later can.
 */
export function checkAsked(draft: Moment & Interpreted, resolution: CheckedResolution): CheckAsked | null {
  const { words, persona, playbook, interpretation } = draft;
  const stats = numbersIn(persona.stats);
  const called = checkCalledFor(words, resolution, stats, interpretation);
  if (called === null) return null;
  const check = { stats, ...(called.stat === null ? {} : { stat: called.stat }) };
  const dice = diceForCheck(resolution, check);
  if (isRejection(dice)) return null;
  const { expression, ...rest } = dice;
  const details = { ...rest, characterId: persona.id };
  return {
    expression,
    modifier: dice.modifier,
    purpose: called.purpose,
    make(ledger, faces) {
      const { player_dice: playerDice } = playbook.mechanics;
      const roll =
        faces === null
          ? ledger.roll(expression, called.purpose, details)
          : ledger.rollByPlayer(expression, faces, called.purpose, { ...details, playerDice });
      if (isRejection(roll)) {
        if (faces !== null) throw new RollRefusedError(roll.reason);
        throw new Error(`the ruleset's own dice cannot be rolled: ${roll.reason}`);
      }
      return { roll, outcome: outcomeOfCheck(resolution, roll.total, check) };
    },
  };
}

function numbersIn(stats: Readonly<Record<string, unknown>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(stats).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
}
