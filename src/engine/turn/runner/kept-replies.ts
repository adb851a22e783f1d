import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { OpenModel } from '#engine/llm/models.ts';
import type { ModelRequest, ReplyPart } from '#engine/llm/provider.ts';
import type { CallRecord, RecordCall } from '#engine/llm/recording.ts';
import type { Lease } from '#engine/store/leases.ts';
import type { Store } from '#engine/store/store.ts';
import type { EngineServices, TurnLog } from '../engine-services.ts';

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

type Reply = { readonly text: string; readonly reason: 'finished' | 'length' };
/** Replies by the hash of the prompt they answered. */
type KeptReplies = ReadonlyMap<string, Reply>;

const NONE: KeptReplies = new Map();
const NO_USAGE = { inputTokens: 0, outputTokens: 0, cacheWriteTokens: 0, cacheReadTokens: 0 };

/**
 * Reads the replies an attempt is given instead of asking again. A takeover gets every reply the server that is gone had
 * received. A retry gets the replies of an attempt that failed between its prose and its record. It resumes at `record`
 * with the prose the player has read.
 */
export async function readKeptReplies(
  { turn: { id, attempt }, isTakeover }: Lease,
  { turns, replies }: Pick<Store, 'turns' | 'replies'>,
): Promise<KeptReplies> {
  if (isTakeover) {
    return new Map((await replies.ofTurn(id)).map(({ promptHash, reply }) => [promptHash, reply]));
  }
  if (attempt < 2) return NONE;
  await replies.forget(id);
  const { success, data } = Recorded.safeParse(await turns.recording(id, attempt - 1));
  if (!success) return NONE;
  const finished = new Set(data.steps.map(({ name }) => name));
  if (!finished.has('narrate') || finished.has('record')) return NONE;
  return new Map(
    data.calls.flatMap(({ step, reply, request, end }) => {
      if (step === 'record' || end.type !== 'finished' || end.reason === 'refused') return [];
      return [[hashPrompt({ step, ...request }), { text: reply, reason: end.reason ?? 'finished' }] as const];
    }),
  );
}

/** Hashes a prompt in the form recordings keep. */
function hashPrompt({
  step,
  system,
  messages,
}: {
  step: string;
  system?: unknown;
  messages?: unknown;
}): string {
  return createHash('sha256')
    .update(JSON.stringify([step, system, messages]))
    .digest('hex');
}

/** Answers prompts that were answered before with the same reply, at no cost; everything else goes to the model. */
export function withKeptReplies(model: OpenModel, kept: KeptReplies): OpenModel {
  if (kept.size === 0) return model;
  const { provider } = model;
  const stream = (request: ModelRequest): AsyncIterable<ReplyPart> => {
    const known = kept.get(hashPrompt(request));
    return known === undefined ? provider.stream(request) : replay(known);
  };
  return { ...model, provider: { ...provider, stream } };
}

async function* replay({ text, reason }: Reply): AsyncGenerator<ReplyPart> {
  yield { type: 'text-delta', text };
  yield { type: 'reply-end', reason, usage: NO_USAGE };
}

/**
 * Creates a recorder of whole replies, for a server that may have to take the turn over. The turn does not wait for it,
 * and a reply that could not be kept is asked for again.
 */
export function createReplyKeeper(
  { turn: { id: turnId } }: Lease,
  { store, clock, newId }: Pick<EngineServices, 'store' | 'clock' | 'newId'>,
  log: TurnLog,
): RecordCall {
  return ({ step, request, reply: text, end }: CallRecord) => {
    if (end.type !== 'finished' || end.reason === 'refused') return;
    const promptHash = hashPrompt({ step, ...request });
    store.replies
      .add({ id: newId(), turnId, promptHash, reply: { text, reason: end.reason } }, clock())
      .catch((error: unknown) => log.warn({ turnId, err: error }, 'a reply could not be kept'));
  };
}
