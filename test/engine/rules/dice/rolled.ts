import { type RollRequest, rollDice } from '#engine/rules/dice.ts';
import type { Roll } from '#engine/rules/roll.ts';
import { isRejection, type Rejection } from '#engine/util/rejection.ts';

export const SEED = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff';

/** The value itself, or a failed test that says why it was refused. */
export function accepted<Value>(value: Value | Rejection): Value {
  if (isRejection(value)) throw new Error(`refused: ${value.rejected}: ${value.reason}`);
  return value;
}

/** A roll of the engine at scene 0, ordinal 0, unless told otherwise. */
export function rolled(expression: string, request: Partial<RollRequest & { seed: string }> = {}): Roll {
  return accepted(
    rollDice(expression, { seed: SEED, sceneIndex: 0, ordinal: 0, purpose: 'Test', ...request }),
  );
}

/** The expression as a roll records it, or the rejection. */
export function normalised(expression: string): string | Rejection {
  const roll = rollDice(expression, { seed: '00'.repeat(32), sceneIndex: 0, ordinal: 0, purpose: 'Check' });
  return 'rejected' in roll ? roll : roll.expression;
}
