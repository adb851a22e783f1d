import { type Models, ModelUnavailable, type OpenModel } from '#engine/llm/models.ts';
import {
  FAULTS,
  type Fault,
  type ModelRequest,
  type Provider,
  ProviderError,
  type ReplyPart,
} from '#engine/llm/provider.ts';
import { tokenCounter } from '#engine/llm/token-counter.ts';
import type { RecordedCall } from './recording.ts';

const NOTHING_USED = { inputTokens: 0, outputTokens: 0, cacheWriteTokens: 0, cacheReadTokens: 0 };

/** A turn asked something it did not ask when it was recorded: it has gone another way. */
export class NotRecordedError extends Error {
  override readonly name = 'NotRecordedError';
}

/** Models that say again what they said when a turn was recorded, and never anything else. Nobody is called. */
export function recordedModels(
  models: Pick<Models, 'list' | 'preferred'>,
  calls: readonly RecordedCall[],
): Models {
  const left = [...calls];
  const entries = new Map(models.list().map(({ key, entry }) => [key, entry]));
  return {
    list: models.list,
    preferred: models.preferred,
    open(key): OpenModel {
      const entry = entries.get(key);
      if (entry === undefined) throw new ModelUnavailable(key, null, [...entries.keys()]);
      const id = calls.find(({ modelKey }) => modelKey === key)?.provider ?? `recorded/${key}`;
      const provider: Provider = { id, stream: (request) => said(request, key, left) };
      const { contextWindow } = entry;
      return { key, entry, provider, countTokens: tokenCounter(entry).count, contextWindow };
    },
  };
}

/** The same question is the one of the same step, asked for the same reason, with the same fixed choices. */
async function* said(request: ModelRequest, key: string, left: RecordedCall[]): AsyncGenerator<ReplyPart> {
  const place = left.findIndex(
    (call) =>
      call.modelKey === key &&
      call.step === request.step &&
      call.purpose === (request.purpose ?? 'ask') &&
      call.request.seed === request.seed,
  );
  const [call] = place === -1 ? [] : left.splice(place, 1);
  if (call === undefined)
    throw new NotRecordedError(`no ${request.purpose ?? 'ask'} of ${request.step} is recorded`);
  if (call.reply !== '') yield { type: 'text-delta', text: call.reply };
  if (call.end.type === 'finished') {
    yield { type: 'reply-end', reason: call.end.reason, usage: call.usage ?? NOTHING_USED };
    return;
  }
  throw faultOf(call);
}

function faultOf({ end, step }: RecordedCall): Error {
  if (end.type !== 'failed')
    return new NotRecordedError(`the answer to ${step} was ${end.type} when it was recorded`);
  const fault = FAULTS.find((known) => known === end.fault);
  if (fault === undefined) return new Error(end.message);
  return new ProviderError(end.message, {
    retryable: end.retryable,
    fault: fault satisfies Fault,
    ...(end.status === null ? {} : { status: end.status }),
    ...(end.retryAfterMs === undefined ? {} : { retryAfterMs: end.retryAfterMs }),
  });
}
