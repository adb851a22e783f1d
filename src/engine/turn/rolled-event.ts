import type { TurnEventBody } from '#engine/live/turn-event.ts';
import { diceIndexOf, type Roll } from '#engine/rules/roll.ts';

/** A roll as everybody at the table sees it fall. */
export function rolledEvent(attempt: number, roll: Roll, result: string): TurnEventBody {
  const { expression, faces, modifier, total, purpose, line, position } = roll;
  return {
    type: 'dice-rolled',
    attempt,
    expression,
    faces: [...faces],
    modifier,
    total,
    purpose,
    result,
    line,
    position: { ...position, diceIndex: diceIndexOf(position) },
  };
}
