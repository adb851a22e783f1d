import { keyedRandom } from '#engine/kit/keyed-random.ts';
import { eventRowFor } from '#engine/live/turn-event.ts';
import { TurnEventWriter } from '#engine/live/turn-event-writer.ts';
import { RetryBudget } from '#engine/llm/retry.ts';
import { sleep } from '#engine/llm/sleep.ts';
import { turnModels } from '#engine/llm/turn-models.ts';
import type { Lease } from '#engine/store/leases.ts';
import { type CallLedger, callLedger } from './call-ledger.ts';
import { failTurn } from './fail-turn.ts';
import { Recorder } from './recorder.ts';
import { turn, turnByHand } from './turn.ts';
import { LeaseLostError } from './turn-failure.ts';
import type { TurnLog } from './turn-log.ts';
import type { TurnTools, Workshop } from './turn-tools.ts';

/** How often all the model calls of a turn together may be tried again. */
const RETRIES_PER_TURN = 6;

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
  const { id: turnId, attempt, actionId } = lease.turn;
  const about = { turnId, sessionId: lease.session.id, attempt };
  const recorder = new Recorder(workshop.observer?.(about));
  const events = eventWriterFor(lease, workshop);
  const ledger = callLedger(workshop.store.calls, lease, workshop.newId);
  try {
    log.info(about, 'turn started');
    events.emit({ type: 'turn-started', attempt, actionId });
    const tools = await toolsFor(lease, workshop, { events, recorder, ledger, signal });
    const pipeline = lease.turn.input.kind === 'operations' ? turnByHand : turn;
    await pipeline.run({ lease }, tools, {
      started: (step) => {
        signal.throwIfAborted();
        recorder.begin(step);
        // The commit announces itself, in the transaction that makes it true.
        if (step !== 'commit') events.emit({ type: 'step-started', attempt, step });
      },
      finished: (step, milliseconds) => {
        recorder.step(step, milliseconds);
        if (step !== 'commit') events.emit({ type: 'step-finished', attempt, step, milliseconds });
      },
    });
    log.info(about, 'turn committed');
    recorder.ended('committed');
  } catch (error) {
    await events.discard();
    await failTurn(lease, workshop, recorder, signal.aborted ? signal.reason : error, log);
  }
  await ledger.written().catch((error: unknown) => {
    log.error({ ...about, err: error }, 'what the models of a turn cost could not be written');
  });
}

function eventWriterFor(
  { turn: { id: turnId }, session, fence }: Lease,
  { store, log, clock }: Workshop,
): TurnEventWriter {
  return new TurnEventWriter(async (bodies) => {
    const at = clock();
    const rows = bodies.map((body) => eventRowFor(turnId, body, at));
    const written = await store.events.append(session.id, fence, rows);
    if (written === null) throw new LeaseLostError(`turn ${turnId} lost its session`);
    log.announce(written);
  });
}

async function toolsFor(
  { session, turn: { id: turnId, attempt } }: Lease,
  workshop: Workshop,
  own: {
    readonly events: TurnEventWriter;
    readonly recorder: Recorder;
    readonly ledger: CallLedger;
    readonly signal: AbortSignal;
  },
): Promise<TurnTools> {
  const { models, treasury, clock } = workshop;
  const large = models.open(session.largeModel);
  const tiers = turnModels(models.open(session.smallModel), large, {
    purse: await treasury.purseFor(session.id),
    retries: new RetryBudget(RETRIES_PER_TURN),
    record: (call) => {
      own.recorder.call(call);
      own.ledger.enter(call);
    },
    random: keyedRandom(turnId, `retry:${attempt}`),
    sleep,
    clock,
  });
  return { ...workshop, tiers, countTokens: large.countTokens, ...own };
}
