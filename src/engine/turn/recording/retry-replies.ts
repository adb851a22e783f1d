import { z } from 'zod';
import type { OpenModel } from '#engine/llm/models.ts';
import type { ModelRequest, ReplyPart } from '#engine/llm/provider.ts';
import type { Store } from '#engine/store/store.ts';
import type { TurnRecord } from '#engine/store/turns.ts';

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
export type RetryReplies = ReadonlyMap<string, KeptReply>;

const NONE: RetryReplies = new Map();
const NO_USAGE = { inputTokens: 0, outputTokens: 0, cacheWriteTokens: 0, cacheReadTokens: 0 };

/**
 * Reads the replies of the attempt before, when it failed after its prose was told and before its outcome was recorded. The retry
 * feeds them back to the same prompts, so that it resumes at `record` with the prose the player has read.
 */
export async function readRetryReplies(
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
export function withRetryReplies(model: OpenModel, kept: RetryReplies): OpenModel {
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
