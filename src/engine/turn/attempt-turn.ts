import { eventRowFor } from '#engine/live/turn-event.ts';
import { TurnEventWriter } from '#engine/live/turn-event-writer.ts';
import type { Lease } from '#engine/store/leases.ts';
import { Recorder } from './recorder.ts';
import { turn as pipeline } from './turn.ts';
import { failureOf, LeaseLostError } from './turn-failure.ts';
import type { TurnLog } from './turn-log.ts';
import type { TurnTools, Workshop } from './turn-tools.ts';

/**
 * Runs one attempt at a turn whose lease is held. It ends in a committed scene or in a failure that left
 * nothing but its recording, and never throws: nobody may be waiting for it.
 */
export async function attemptTurn(
  lease: Lease,
  workshop: Workshop,
  signal: AbortSignal,
  log: TurnLog,
): Promise<void> {
  const { turn, session } = lease;
  const about = { turnId: turn.id, sessionId: session.id, attempt: turn.attempt };
  const recorder = new Recorder();
  const events = new TurnEventWriter(async (bodies) => {
    const at = workshop.clock();
    const rows = bodies.map((body) => eventRowFor(turn.id, body, at));
    const written = await workshop.store.events.append(session.id, lease.fence, rows);
    if (written === null) throw new LeaseLostError(`turn ${turn.id} lost its session`);
    workshop.log.announce(written);
  });
  const tools: TurnTools = { ...workshop, events, recorder, signal };
  const { attempt } = turn;
  try {
    log.info(about, 'turn started');
    events.emit({ type: 'turn-started', attempt, actionId: turn.actionId });
    await pipeline.run({ lease }, tools, {
      started: (step) => {
        signal.throwIfAborted();
        // The commit announces itself, in the transaction that makes it true.
        if (step !== 'commit') events.emit({ type: 'step-started', attempt, step });
      },
      finished: (step, milliseconds) => {
        recorder.step(step, milliseconds);
        if (step !== 'commit') events.emit({ type: 'step-finished', attempt, step, milliseconds });
      },
    });
    log.info(about, 'turn committed');
  } catch (error) {
    await events.discard();
    await recordFailure(lease, workshop, recorder, error, log);
  }
}

async function recordFailure(
  lease: Lease,
  { store, log: eventLog, clock, newId }: Workshop,
  recorder: Recorder,
  error: unknown,
  log: TurnLog,
): Promise<void> {
  const { turn, session } = lease;
  const about = { turnId: turn.id, sessionId: session.id, attempt: turn.attempt };
  if (error instanceof LeaseLostError) {
    log.warn(about, 'turn lost its session to another; nothing of it was kept');
    return;
  }
  const { isBug, ...failure } = failureOf(error, turn.id);
  if (isBug) log.error({ ...about, err: error }, 'turn failed by a bug');
  else log.warn({ ...about, code: failure.code, err: error }, 'turn failed');

  const at = clock();
  const event = eventRowFor(turn.id, { type: 'turn-failed', attempt: turn.attempt, ...failure }, at);
  const recording = { id: newId(), content: recorder.content({ turn, failure }) };
  try {
    const written = await store.endings.fail(lease, { failure, recording, events: [event], at });
    if (written !== null) eventLog.announce(written);
  } catch (cause) {
    // The lease expires by itself, and then the turn is marked failed by whoever comes next.
    log.error({ ...about, err: cause }, 'the failure of a turn could not be written');
  }
}
