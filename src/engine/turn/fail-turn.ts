import { toTurnEventRow } from '#engine/live/turn-event.ts';
import type { Lease } from '#engine/store/leases.ts';
import type { TurnFailure } from '#engine/store/turns.ts';
import { attemptEnded, type Remains } from './attempt-ended.ts';
import { failureOf, LEASE_LOST, LeaseLostError } from './turn-failure.ts';
import type { TurnLog } from './turn-log.ts';
import type { Workshop } from './turn-tools.ts';

/** Ends a turn that came to nothing: writes why, and its recording, and tells its readers. Never throws. */
export async function failTurn(
  lease: Lease,
  workshop: Workshop,
  remains: Remains,
  error: unknown,
  log: TurnLog,
): Promise<void> {
  const { turn, session } = lease;
  const about = { turnId: turn.id, sessionId: session.id, attempt: turn.attempt };
  try {
    if (error instanceof LeaseLostError) {
      log.warn(about, 'turn lost its session to another; nothing but its recording is kept');
      await keepLost(lease, workshop, remains);
      return;
    }
    const { isBug, ...failure } = failureOf(error, turn.id);
    if (isBug) log.error({ ...about, err: error }, 'turn failed by a bug');
    else log.warn({ ...about, code: failure.code, reason: String(error) }, 'turn failed');
    await writeFailure(lease, workshop, remains, failure);
  } catch (cause) {
    // The lease expires by itself, and then the turn is marked failed by whoever comes next.
    log.error({ ...about, err: cause }, 'the failure of a turn could not be written');
  }
}

async function writeFailure(
  lease: Lease,
  { store, log, clock, newId }: Workshop,
  { recorder, unheard }: Remains,
  failure: TurnFailure,
): Promise<void> {
  recorder.ended(failure.code);
  const { turn } = lease;
  const at = clock();
  const told = [...unheard, { type: 'turn-failed', attempt: turn.attempt, ...failure } as const];
  const events = told.map((event) => toTurnEventRow(turn.id, event, at));
  const ended = attemptEnded(lease, { type: 'failed', failure }, at);
  const recording = { id: newId(), content: recorder.salvaged({ ...ended, failure }) };
  const written = await store.endings.fail(lease, { failure, recording, events, at });
  if (written !== null) log.announce(written);
}

/** What the game master may still want to know of an attempt that can write nothing else. */
async function keepLost(
  lease: Lease,
  { store, clock, newId }: Workshop,
  { recorder }: Remains,
): Promise<void> {
  recorder.ended(LEASE_LOST.code);
  const at = clock();
  const content = recorder.salvaged(attemptEnded(lease, { type: 'failed', failure: LEASE_LOST }, at));
  await store.endings.keep(lease, { recording: { id: newId(), content }, at });
}
