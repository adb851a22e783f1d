import { toTurnEventRow } from '#engine/live/turn-event.ts';
import type { Lease } from '#engine/store/leases.ts';
import { attemptEnded, type Remains } from './attempt-ended.ts';
import type { TurnLog } from './turn-log.ts';
import type { Workshop } from './turn-tools.ts';

/** Ends a turn that was called off: its recording stays, and nothing else of it. Never throws. */
export async function cancelTurn(
  lease: Lease,
  { store, log: eventLog, clock, newId }: Workshop,
  { recorder, unheard }: Remains,
  log: TurnLog,
): Promise<void> {
  const { turn, session } = lease;
  const about = { turnId: turn.id, sessionId: session.id, attempt: turn.attempt };
  try {
    recorder.ended('cancelled');
    const at = clock();
    const written = await store.endings.cancel(lease, {
      recording: { id: newId(), content: recorder.salvaged(attemptEnded(lease, { type: 'cancelled' }, at)) },
      events: [...unheard, { type: 'turn-cancelled', attempt: turn.attempt } as const].map((event) =>
        toTurnEventRow(turn.id, event, at),
      ),
      at,
    });
    if (written !== null) eventLog.announce(written);
    log.info(about, 'turn cancelled');
  } catch (cause) {
    // The lease expires by itself, and then the turn is marked failed by whoever comes next.
    log.error({ ...about, err: cause }, 'the cancelling of a turn could not be written');
  }
}
