import type { TurnFailure } from '#engine/domain/turn.ts';
import { toTurnEventRow } from '#engine/live/turn-event.ts';
import { TurnEventWriter } from '#engine/live/turn-event-writer.ts';
import { createTurnModels } from '#engine/llm/model-call-policy.ts';
import type { CallRecord } from '#engine/llm/recording.ts';
import type { Lease } from '#engine/store/leases.ts';
import { isStoreAway } from '#engine/store/store-errors.ts';
import type { EngineServices, LeasedTurn, TurnLog, TurnTools } from './engine-services.ts';
import {
  type CallLedger,
  type CallOwner,
  createCallLedger,
  createModelCallPolicy,
} from './model-call-policy.ts';
import { TurnSuspension } from './pipeline.ts';
import { ignoreLoreFaults, withReadRecording } from './record-reads.ts';
import { Recorder } from './recording/recorder.ts';
import { cancelTurn, failTurn, suspendTurn } from './runner/end-attempt.ts';
import { createReplyKeeper, readKeptReplies, withKeptReplies } from './runner/kept-replies.ts';
import { runTurn } from './turn.ts';
import { LeaseLostError, TurnCancelledError } from './turn-failure.ts';

/** Maximum number of retries for all model calls of a turn together. */
const RETRIES_PER_TURN = 6;

/**
 * Runs one attempt at a turn whose lease is held. It ends in a committed scene, or in a failure that leaves only its
 * recording. It never throws, because there may be no caller waiting for it. Returns a failure that could not be written.
 */
export async function runAttempt(
  lease: Lease,
  services: EngineServices,
  signal: AbortSignal,
  log: TurnLog,
  onRecording: () => void = () => {},
): Promise<TurnFailure | null> {
  const { id: turnId, attempt, actionId } = lease.turn;
  const about = { turnId, sessionId: lease.session.id, attempt };
  const recorder = new Recorder(services.observer?.(about));
  const lore = ignoreLoreFaults(services.lore, (error) => {
    log.warn({ ...about, err: error }, 'lore could not be searched; the turn goes on without it');
    recorder.note('recall', { loreUnavailable: String(error) });
  });
  const watched = { ...services, ...withReadRecording({ ...services, lore }, recorder.read) };
  const events = eventWriterFor(lease, services);
  const ledger = createCallLedger(services.store.calls, payerOf(lease), services.newId);
  let unwritten: TurnFailure | null = null;
  try {
    log.info(about, 'turn started');
    events.emit({ type: 'turn-started', attempt, actionId });
    const start = await startOf(lease, services);
    recorder.note('intake', { packs: start.campaign.packs });
    await indexHistory(lease, services, recorder);
    const keepReply = createReplyKeeper(lease, services, log);
    const tools = await toolsFor(lease, watched, { events, recorder, ledger, signal, keepReply });
    const ended = await runTurn(start, tools, {
      started: (step) => {
        signal.throwIfAborted();
        recorder.begin(step);
        if (step === 'record') onRecording();
        // The last step announces itself, in the transaction that makes it true.
        if (!LAST_STEPS.includes(step)) events.emit({ type: 'step-started', attempt, step });
      },
      finished: (step, milliseconds) => {
        recorder.step(step, milliseconds);
        if (!LAST_STEPS.includes(step)) events.emit({ type: 'step-finished', attempt, step, milliseconds });
      },
    });
    if (ended instanceof TurnSuspension) {
      await suspendTurn(lease, ended.suspension, { ...tools, events });
      log.info({ ...about, awaits: ended.suspension.kind }, 'turn waits for the player');
      recorder.ended('suspended');
    } else if ('sceneId' in ended) {
      log.info(about, 'turn finished');
      recorder.ended('committed');
      services.onCommitted?.();
    } else {
      log.info(about, 'turn answered');
      recorder.ended('answered');
    }
  } catch (error) {
    const remains = { recorder, unheard: await events.discard() };
    const reason = signal.aborted ? signal.reason : error;
    if (isStoreAway(reason)) {
      // Whether something was written is not known. The lease runs out, and the turn is taken over when the database is back.
      recorder.ended('STORE_AWAY');
      log.warn({ ...about, err: reason }, 'the database is away; the turn goes on when it is back');
    } else if (reason instanceof TurnCancelledError || (await isCalledOff(reason, lease, services)))
      await cancelTurn(lease, services, remains, log);
    else unwritten = await failTurn(lease, services, remains, reason, log);
  }
  await ledger.written().catch((error: unknown) => {
    log.error({ ...about, err: error }, 'what the models of a turn cost could not be written');
  });
  return unwritten;
}

/** Tells whether a turn that lost its session was cancelled on another server. */
async function isCalledOff(reason: unknown, { turn }: Lease, { store }: EngineServices): Promise<boolean> {
  if (!(reason instanceof LeaseLostError)) return false;
  const now = await store.turns.find(turn.id).catch(() => null);
  return now?.status === 'cancelled' && now.attempt === turn.attempt;
}

/** Has the history that this turn searches indexed here. Notes how much of it is missing when there was no time for all. */
async function indexHistory(
  { session }: Lease,
  { catchUpHistory }: EngineServices,
  recorder: Recorder,
): Promise<void> {
  const missing = await catchUpHistory?.(session.lineage.map(({ sessionId }) => sessionId));
  if (missing !== undefined && missing > 0) recorder.note('intake', { historyNotIndexed: missing });
}

/** The steps that end a turn and tell of it themselves. */
const LAST_STEPS = ['commit', 'answer'];

async function startOf(lease: Lease, { store, playbookFor }: EngineServices): Promise<LeasedTurn> {
  const campaign = await store.campaigns.find(lease.session.campaignId);
  if (campaign === null) throw new Error(`session ${lease.session.id} belongs to no campaign`);
  return { lease, campaign, playbook: await playbookFor(campaign) };
}

function eventWriterFor(
  { turn: { id: turnId }, session, fence }: Lease,
  { store, log, clock }: EngineServices,
): TurnEventWriter {
  return new TurnEventWriter(async (bodies) => {
    const at = clock();
    const rows = bodies.map((body) => toTurnEventRow(turnId, body, at));
    const written = await store.events.append(session.id, fence, rows);
    if (written === null) throw new LeaseLostError(`turn ${turnId} lost its session`);
    log.announce(written);
  });
}

function payerOf({ session, turn }: Lease): CallOwner {
  return { sessionId: session.id, turnId: turn.id, attempt: turn.attempt };
}

async function toolsFor(
  lease: Lease,
  services: EngineServices,
  own: {
    readonly events: TurnEventWriter;
    readonly recorder: Recorder;
    readonly ledger: CallLedger;
    readonly signal: AbortSignal;
    readonly keepReply: (call: CallRecord) => void;
  },
): Promise<TurnTools> {
  const { models } = services;
  const { session, turn } = lease;
  const { keepReply, ...tools } = own;
  const kept = await readKeptReplies(lease, services.store);
  const large = withKeptReplies(models.open(session.largeModel), kept);
  const bounds = {
    retries: RETRIES_PER_TURN,
    random: { key: turn.id, label: `retry:${turn.attempt}` },
    record: (call: CallRecord) => {
      own.recorder.call(call);
      keepReply(call);
    },
  };
  const care = await createModelCallPolicy(payerOf(lease), own.ledger, bounds, services);
  const small = withKeptReplies(models.open(session.smallModel), kept);
  const tiers = createTurnModels(small, large, care);
  return {
    ...services,
    tiers,
    countTokens: large.countTokens,
    model: large.entry,
    smallModel: small.entry,
    ...tools,
  };
}
