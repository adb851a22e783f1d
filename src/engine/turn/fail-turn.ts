import { eventRowFor } from '#engine/live/turn-event.ts';
import type { Lease } from '#engine/store/leases.ts';
import { attemptEnded, type Remains } from './attempt-ended.ts';
import { failureOf, LeaseLostError } from './turn-failure.ts';
import type { TurnLog } from './turn-log.ts';
import type { Workshop } from './turn-tools.ts';

/** Ends a turn that came to nothing: writes why, and its recording, and tells its readers. Never throws. */
export async function failTurn(
  lease: Lease,
  { store, log: eventLog, clock, newId }: Workshop,
  { recorder, unheard }: Remains,
  error: unknown,
  log: TurnLog,
): Promise<void> {
  const { turn, session } = lease;
  const about = { turnId: turn.id, sessionId: session.id, attempt: turn.attempt };
  if (error instanceof LeaseLostError) {
    log.warn(about, 'turn lost its session to another; nothing of it was kept');
    recorder.ended('LEASE_LOST');
    return;
  }
  const { isBug, ...failure } = failureOf(error, turn.id);
  if (isBug) log.error({ ...about, err: error }, 'turn failed by a bug');
  else log.warn({ ...about, code: failure.code, reason: String(error) }, 'turn failed');
  try {
    recorder.ended(failure.code);
    const at = clock();
    const told = [...unheard, { type: 'turn-failed', attempt: turn.attempt, ...failure } as const];
    const events = told.map((event) => eventRowFor(turn.id, event, at));
    const ended = attemptEnded(lease, { type: 'failed', failure }, at);
    const recording = { id: newId(), content: recorder.salvaged({ ...ended, failure }) };
    const written = await store.endings.fail(lease, { failure, recording, events, at });
    if (written !== null) eventLog.announce(written);
  } catch (cause) {
    // The lease expires by itself, and then the turn is marked failed by whoever comes next.
    log.error({ ...about, err: cause }, 'the failure of a turn could not be written');
  }
}
