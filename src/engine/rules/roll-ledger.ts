import type { Rejection } from '#engine/kit/rejection.ts';
import { type RollRequest, roll } from './dice.ts';
import { playerRoll } from './player-dice.ts';
import type { Roll } from './roll.ts';

type Details = Omit<RollRequest, 'sceneIndex' | 'ordinal' | 'purpose'>;

/**
 * The rolls of one turn. It gives out ordinals in the order checks are made, so that nobody can skip a throw
 * they dislike: a refused request takes no ordinal.
 */
export type RollLedger = {
  roll(expression: string, purpose: string, details?: Details): Roll | Rejection;
  rollByPlayer(
    expression: string,
    faces: readonly number[],
    purpose: string,
    details: Details & { readonly playerDice: 'allowed' | 'forbidden' | 'asked' },
  ): Roll | Rejection;
  /** Every roll so far, oldest first. */
  rolls(): readonly Roll[];
};

/** Opens the ledger of the turn that makes this scene; `earlier` are rolls of the same turn before it paused. */
export function rollLedger(seed: string, sceneIndex: number, earlier: readonly Roll[] = []): RollLedger {
  let kept: readonly Roll[] = earlier;
  const keep = (result: Roll | Rejection): Roll | Rejection => {
    if (!('rejected' in result)) kept = [...kept, result];
    return result;
  };
  return {
    roll: (expression, purpose, details) =>
      keep(roll(expression, { ...details, purpose, seed, sceneIndex, ordinal: kept.length })),
    rollByPlayer: (expression, faces, purpose, details) =>
      keep(playerRoll(expression, faces, { ...details, purpose, sceneIndex, ordinal: kept.length })),
    rolls: () => kept,
  };
}
