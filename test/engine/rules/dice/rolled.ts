import { isRejection, type Rejection } from '#engine/kit/rejection.ts';
import { type RollRequest, roll } from '#engine/rules/dice.ts';
import type { Roll } from '#engine/rules/roll.ts';

export const SEED = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff';

/** The value itself, or a failed test that says why it was refused. */
export function accepted<Value>(value: Value | Rejection): Value {
  if (isRejection(value)) throw new Error(`refused: ${value.rejected}: ${value.reason}`);
  return value;
}

/** A roll of the engine at scene 0, ordinal 0, unless told otherwise. */
export function rolled(expression: string, request: Partial<RollRequest & { seed: string }> = {}): Roll {
  return accepted(roll(expression, { seed: SEED, sceneIndex: 0, ordinal: 0, purpose: 'Test', ...request }));
}
