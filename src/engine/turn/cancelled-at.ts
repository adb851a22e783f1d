import { toTurnEventRow } from '#engine/live/turn-event.ts';
import type { Cancellation } from '#engine/store/leases.ts';

/** What readers are told of a turn that was over at that moment without having been played to its end. */
export function cancelledAt(at: Date): Cancellation {
  return ({ id, attempt }) => toTurnEventRow(id, { type: 'turn-cancelled', attempt }, at);
}
