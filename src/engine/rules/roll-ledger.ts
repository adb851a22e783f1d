import type { Rejection } from '#engine/kit/rejection.ts';
import { type RollRequest, roll } from './dice.ts';
import { playerRoll } from './player-dice.ts';
import type { Roll, SeedPosition } from './roll.ts';

type Details = Omit<RollRequest, keyof SeedPosition | 'purpose'>;

/** Which scene a turn makes, and where in the stream its dice stand if that is not the scene's own index. */
export type DicePlace = Pick<SeedPosition, 'sceneIndex' | 'diceIndex'>;

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
export function rollLedger(
  seed: string,
  { sceneIndex, diceIndex = sceneIndex }: DicePlace,
  earlier: readonly Roll[] = [],
): RollLedger {
  const place = { sceneIndex, diceIndex };
  let kept: readonly Roll[] = earlier;
  const keep = (result: Roll | Rejection): Roll | Rejection => {
    if (!('rejected' in result)) kept = [...kept, result];
    return result;
  };
  return {
    roll: (expression, purpose, details) =>
      keep(roll(expression, { ...details, ...place, purpose, seed, ordinal: kept.length })),
    rollByPlayer: (expression, faces, purpose, details) =>
      keep(playerRoll(expression, faces, { ...details, ...place, purpose, ordinal: kept.length })),
    rolls: () => kept,
  };
}
