import { isRejection } from '#engine/kit/rejection.ts';
import type { DiceRequest } from '#engine/llm/resolve-reply.ts';
import { InvalidReply } from '#engine/llm/structured.ts';
import type { Roll } from '#engine/rules/roll.ts';
import type { RollLedger } from '#engine/rules/roll-ledger.ts';
import type { Moment } from '../draft.ts';

/** Rolls what was asked for. The result is judged against the difficulty, and by nobody's opinion. */
export function diceOf({ snapshot }: Moment, request: DiceRequest, ledger: RollLedger): Roll {
  const { expression, purpose, character_id, difficulty } = request;
  const isKnown = snapshot.entities[character_id as keyof typeof snapshot.entities]?.kind === 'character';
  const roll = ledger.roll(expression, purpose === '' ? 'Check' : purpose.slice(0, 120), {
    ...(isKnown ? { characterId: character_id } : {}),
    ...(difficulty === null ? {} : { target: { kind: 'DC' as const, value: difficulty } }),
  });
  if (isRejection(roll)) throw new InvalidReply('resolve', [roll.reason]);
  return roll;
}
