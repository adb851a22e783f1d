import { z } from 'zod';
import type { TurnRecord } from '#engine/domain/turn.ts';
import { toTurnEventRow } from '#engine/live/turn-event.ts';
import { TurnEventWriter } from '#engine/live/turn-event-writer.ts';
import { createTurnModels } from '#engine/llm/model-call-policy.ts';
import type { OpenModel } from '#engine/llm/models.ts';
import type { ModelRequest, ReplyPart } from '#engine/llm/provider.ts';
import type { Lease } from '#engine/store/leases.ts';
import type { Store } from '#engine/store/store.ts';
import type { EngineServices, LeasedTurn, TurnLog, TurnTools } from './engine-services.ts';
import {
  type CallLedger,
  type CallOwner,
  createCallLedger,
  createModelCallPolicy,
} from './model-call-policy.ts';
import { TurnSuspension } from './pipeline.ts';
import { withoutLoreFaults, withReadRecording } from './record-reads.ts';
import { Recorder } from './recording/recorder.ts';
import { cancelTurn, failTurn, suspendTurn } from './runner/end-attempt.ts';
import { runTurn } from './turn.ts';
import { LeaseLostError, TurnCancelledError } from './turn-failure.ts';

const Recorded = z.object({
  steps: z.array(z.object({ name: z.string() })).catch([]),
  calls: z
    .array(
      z.object({
        step: z.string(),
        reply: z.string(),
        request: z.object({ system: z.unknown(), messages: z.unknown() }),
        end: z.object({ type: z.string(), reason: z.enum(['finished', 'length', 'refused']).optional() }),
      }),
    )
    .catch([]),
});

type KeptReply = { readonly prompt: string; readonly reply: string; readonly reason: 'finished' | 'length' };
/** Replies by the prompt they answered. */
type RetryReplies = ReadonlyMap<string, KeptReply>;

const NONE: RetryReplies = new Map();
const NO_USAGE = { inputTokens: 0, outputTokens: 0, cacheWriteTokens: 0, cacheReadTokens: 0 };

/**
 * Reads the replies of the attempt before, when it failed after its prose was told and before its outcome was recorded. The retry
 * feeds them back to the same prompts, so that it resumes at `record` with the prose the player has read.
 */
async function readRetryReplies(
  { id, attempt }: TurnRecord,
  { turns }: Pick<Store, 'turns'>,
): Promise<RetryReplies> {
  if (attempt < 2) return NONE;
  const { success, data } = Recorded.safeParse(await turns.recording(id, attempt - 1));
  if (!success) return NONE;
  const finished = new Set(data.steps.map(({ name }) => name));
  if (!finished.has('narrate') || finished.has('record')) return NONE;
  return new Map(
    data.calls.flatMap(({ step, reply, request, end }) => {
      if (step === 'record' || end.type !== 'finished' || end.reason === 'refused') return [];
      const prompt = writeKey({ step, ...request });
      return [[prompt, { prompt, reply, reason: end.reason ?? 'finished' }] as const];
    }),
  );
}

function writeKey({
  step,
  system,
  messages,
}: {
  readonly step: string;
  readonly system?: unknown;
  readonly messages?: unknown;
}): string {
  return JSON.stringify([step, system, messages]);
}

/** Answers prompts that were answered before with the same reply, at no cost; everything else goes to the model. */
function withRetryReplies(model: OpenModel, kept: RetryReplies): OpenModel {
  if (kept.size === 0) return model;
  const { provider } = model;
  const stream = (request: ModelRequest): AsyncIterable<ReplyPart> => {
    const known = kept.get(writeKey(JSON.parse(writeRequest(request))));
    return known === undefined ? provider.stream(request) : replay(known);
  };
  return { ...model, provider: { ...provider, stream } };
}

/** Writes a request as recordings keep it. */
function writeRequest({ step, system, messages }: ModelRequest): string {
  return JSON.stringify({ step, system, messages });
}

async function* replay({ reply, reason }: KeptReply): AsyncGenerator<ReplyPart> {
  yield { type: 'text-delta', text: reply };
  yield { type: 'reply-end', reason, usage: NO_USAGE };
}

/** Maximum number of retries for all model calls of a turn together. */
const RETRIES_PER_TURN = 6;

/**
 * Runs one attempt at a turn whose lease is held. It ends in a committed scene, or in a failure that leaves only its
 * recording. It never throws, because there may be no caller waiting for it.
 */
export async function runAttempt(
  lease: Lease,
  workshop: EngineServices,
  signal: AbortSignal,
  log: TurnLog,
  onRecording: () => void = () => {},
): Promise<void> {
  const { id: turnId, attempt, actionId } = lease.turn;
  const about = { turnId, sessionId: lease.session.id, attempt };
  const recorder = new Recorder(workshop.observer?.(about));
  const lore = withoutLoreFaults(workshop.lore, (error) => {
    log.warn({ ...about, err: error }, 'lore could not be searched; the turn goes on without it');
    recorder.note('recall', { loreUnavailable: String(error) });
  });
  const watched = { ...workshop, ...withReadRecording({ ...workshop, lore }, recorder.read) };
  const events = eventWriterFor(lease, workshop);
  const ledger = createCallLedger(workshop.store.calls, payerOf(lease), workshop.newId);
  try {
    log.info(about, 'turn started');
    events.emit({ type: 'turn-started', attempt, actionId });
    const start = await startOf(lease, workshop);
    recorder.note('intake', { packs: start.campaign.packs });
    await indexHistory(lease, workshop, recorder);
    const tools = await toolsFor(lease, watched, { events, recorder, ledger, signal });
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
      workshop.onCommitted?.();
    } else {
      log.info(about, 'turn answered');
      recorder.ended('answered');
    }
  } catch (error) {
    const remains = { recorder, unheard: await events.discard() };
    const reason = signal.aborted ? signal.reason : error;
    if (reason instanceof TurnCancelledError || (await isCalledOff(reason, lease, workshop)))
      await cancelTurn(lease, workshop, remains, log);
    else await failTurn(lease, workshop, remains, reason, log);
  }
  await ledger.written().catch((error: unknown) => {
    log.error({ ...about, err: error }, 'what the models of a turn cost could not be written');
  });
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
  workshop: EngineServices,
  own: {
    readonly events: TurnEventWriter;
    readonly recorder: Recorder;
    readonly ledger: CallLedger;
    readonly signal: AbortSignal;
  },
): Promise<TurnTools> {
  const { models } = workshop;
  const { session, turn } = lease;
  const kept = await readRetryReplies(turn, workshop.store);
  const large = withRetryReplies(models.open(session.largeModel), kept);
  const bounds = {
    retries: RETRIES_PER_TURN,
    random: { key: turn.id, label: `retry:${turn.attempt}` },
    record: own.recorder.call,
  };
  const care = await createModelCallPolicy(payerOf(lease), own.ledger, bounds, workshop);
  const small = withRetryReplies(models.open(session.smallModel), kept);
  const tiers = createTurnModels(small, large, care);
  return {
    ...workshop,
    tiers,
    countTokens: large.countTokens,
    model: large.entry,
    smallModel: small.entry,
    ...own,
  };
}
