import type { TurnEvent } from './turn-event.ts';

/** The kinds of events that tell which dice came to nothing. */
export const DICE_AND_ENDINGS = ['dice-rolled', 'turn-failed', 'turn-cancelled'] as const;

/** Dice that players saw fall in an attempt at a turn that made no scene. */
export type UnplayedDice = TurnEvent<'dice-rolled'> & { readonly ending: 'failed' | 'cancelled' };

/**
 * Finds them among the events of sessions. What was shown is what counts: dice that fell on a server which went away before
 * anybody was told of them are none, and an attempt that stopped to ask the player for dice has not ended.
 */
export function unplayedDice(
  events: readonly TurnEvent<(typeof DICE_AND_ENDINGS)[number]>[],
): readonly UnplayedDice[] {
  const attemptOf = ({ turnId, body }: (typeof events)[number]) => `${turnId} ${body.attempt}`;
  const endings = new Map<string, UnplayedDice['ending']>();
  for (const event of events) {
    if (event.body.type === 'turn-failed') endings.set(attemptOf(event), 'failed');
    if (event.body.type === 'turn-cancelled') endings.set(attemptOf(event), 'cancelled');
  }
  return events.flatMap((event) => {
    const ending = endings.get(attemptOf(event));
    // The kind of an event is what its body says.
    return event.body.type === 'dice-rolled' && ending !== undefined
      ? [{ ...(event as TurnEvent<'dice-rolled'>), ending }]
      : [];
  });
}
