import type { DmAnswer, Suspension, TurnFailure } from '#engine/domain/turn.ts';
import { createTurnPrompt } from '#engine/live/player-prompt.ts';
import { type AddressedEvent, toTurnEventRow } from '#engine/live/turn-event.ts';
import type { Cancellation, Lease } from '#engine/store/leases.ts';
import type { TurnResultRows } from '../context.ts';
import type { EngineServices, TurnLog, TurnTools } from '../engine-services.ts';
import { toPlainValue } from '../record-reads.ts';
import type { Recorder } from '../recording/recorder.ts';
import { LEASE_LOST, LeaseLostError, toTurnFailure } from '../turn-failure.ts';

/** Outcome of an attempt at a turn. */
type TurnAttemptOutcome =
  | {
      readonly type: 'committed';
      readonly sceneId: string;
      readonly sceneIndex: number;
      readonly narration: string;
      readonly rows: TurnResultRows;
      /** Result of a command. */
      readonly report?: string;
    }
  | { readonly type: 'answered'; readonly answer: DmAnswer }
  | { readonly type: 'suspended'; readonly suspension: Suspension }
  | { readonly type: 'failed'; readonly failure: TurnFailure }
  | { readonly type: 'cancelled' };

/** Remains of an attempt that failed or was cancelled. */
type AttemptRemains = {
  readonly recorder: Recorder;
  /** Events its readers should receive before they hear of its end. */
  readonly unheard: readonly AddressedEvent[];
};

/** Describes an attempt for its recording, beside what happened in it: whose it is, what it began with, how it ended. */
export function writeAttemptEnd({ turn, session }: Lease, outcome: TurnAttemptOutcome, at: Date): object {
  return {
    version: 1,
    turn: toPlainValue(turn),
    session: toPlainValue(session),
    outcome,
    endedAt: at.toISOString(),
  };
}

/** Ends a turn that was called off: its recording stays, and nothing else of it. Never throws. */
export async function cancelTurn(
  lease: Lease,
  { store, log: eventLog, clock, newId }: EngineServices,
  { recorder, unheard }: AttemptRemains,
  log: TurnLog,
): Promise<void> {
  const { turn, session } = lease;
  const about = { turnId: turn.id, sessionId: session.id, attempt: turn.attempt };
  try {
    recorder.ended('cancelled');
    const at = clock();
    const written = await store.endings.cancel(lease, {
      recording: {
        id: newId(),
        content: recorder.salvaged(writeAttemptEnd(lease, { type: 'cancelled' }, at)),
      },
      events: [...unheard, { type: 'turn-cancelled', attempt: turn.attempt } as const].map((event) =>
        toTurnEventRow(turn.id, event, at),
      ),
      at,
    });
    if (written !== null) eventLog.announce(written);
    log.info(about, 'turn cancelled');
  } catch (cause) {
    // The lease expires by itself, and then the next server to find it marks the turn failed.
    log.error({ ...about, err: cause }, 'the cancelling of a turn could not be written');
  }
}

/** Creates the event for readers of a turn that was over at that moment without having been played to its end. */
export function createCancellation(at: Date): Cancellation {
  return ({ id, attempt }) => toTurnEventRow(id, { type: 'turn-cancelled', attempt }, at);
}

/**
 * Ends a turn that came to nothing: writes why, and its recording, and tells its readers. Never throws. Returns the
 * failure when it could not be written.
 */
export async function failTurn(
  lease: Lease,
  services: EngineServices,
  remains: AttemptRemains,
  error: unknown,
  log: TurnLog,
): Promise<TurnFailure | null> {
  const { turn, session } = lease;
  const about = { turnId: turn.id, sessionId: session.id, attempt: turn.attempt };
  const { isBug, ...failure } = toTurnFailure(error, turn.id);
  try {
    if (error instanceof LeaseLostError) {
      log.warn(about, 'turn lost its session to another; nothing but its recording is kept');
      await keepLost(lease, services, remains);
      return null;
    }
    if (isBug) log.error({ ...about, err: error }, 'turn failed by a bug');
    else log.warn({ ...about, code: failure.code, reason: String(error) }, 'turn failed');
    await writeFailure(lease, services, remains, failure);
    return null;
  } catch (cause) {
    // The lease expires by itself, and then the next server to find it takes the turn over.
    log.error({ ...about, err: cause }, 'the failure of a turn could not be written');
    return error instanceof LeaseLostError ? null : failure;
  }
}

async function writeFailure(
  lease: Lease,
  { store, log, clock, newId }: EngineServices,
  { recorder, unheard }: AttemptRemains,
  failure: TurnFailure,
): Promise<void> {
  recorder.ended(failure.code);
  const { turn } = lease;
  const at = clock();
  const told = [...unheard, { type: 'turn-failed', attempt: turn.attempt, ...failure } as const];
  const events = told.map((event) => toTurnEventRow(turn.id, event, at));
  const ended = writeAttemptEnd(lease, { type: 'failed', failure }, at);
  const recording = { id: newId(), content: recorder.salvaged({ ...ended, failure }) };
  const written = await store.endings.fail(lease, { failure, recording, events, at });
  if (written !== null) log.announce(written);
}

/** Keeps the recording of an attempt that lost its lease, for the game master. The attempt can write nothing else. */
async function keepLost(
  lease: Lease,
  { store, clock, newId }: EngineServices,
  { recorder }: AttemptRemains,
): Promise<void> {
  recorder.ended(LEASE_LOST.code);
  const at = clock();
  const content = recorder.salvaged(writeAttemptEnd(lease, { type: 'failed', failure: LEASE_LOST }, at));
  await store.endings.keep(lease, { recording: { id: newId(), content }, at });
}

type Uses = Pick<TurnTools, 'store' | 'log' | 'events' | 'recorder' | 'clock' | 'newId'>;

/** Lets a turn wait for the player in its own row. The session is free; the answer takes the turn up again. */
export async function suspendTurn(
  lease: Lease,
  suspension: Suspension,
  { store, log, events, recorder, clock, newId }: Uses,
): Promise<void> {
  const told = await events.rest();
  const at = clock();
  const { turn } = lease;
  const written = await store.endings.suspend(lease, {
    suspension,
    recording: {
      id: newId(),
      content: recorder.written(writeAttemptEnd(lease, { type: 'suspended', suspension }, at)),
    },
    events: [...told, toldOf(suspension, turn)].map((event) => toTurnEventRow(turn.id, event, at)),
    at,
  });
  if (written === null) throw new LeaseLostError(`turn ${turn.id} found its session moved on`);
  log.announce(written);
}

/** Creates the event for the player whose turn waits; other players learn of it when it goes on. */
function toldOf(suspension: Suspension, turn: Lease['turn']): AddressedEvent {
  const prompt = createTurnPrompt(turn, suspension);
  const to = prompt.personaId === null ? null : [prompt.personaId];
  return { type: 'player-prompted', attempt: turn.attempt, prompt, to };
}
