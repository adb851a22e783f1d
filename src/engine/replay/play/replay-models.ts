import { Budget } from '#engine/llm/budget.ts';
import { createTokenCounter, type Models, ModelUnavailable, type OpenModel } from '#engine/llm/models.ts';
import {
  type ModelRequest,
  PROVIDER_FAULTS,
  type Provider,
  ProviderError,
  type ProviderFault,
  type ReplyPart,
} from '#engine/llm/provider.ts';
import type { BudgetService } from '#engine/turn/budget-service.ts';
import type { RecordedCall, Recording } from '../recording.ts';

const NOTHING_USED = { inputTokens: 0, outputTokens: 0, cacheWriteTokens: 0, cacheReadTokens: 0 };

/** Error for a turn that asks something it did not ask when it was recorded: it has taken another path. */
export class NotRecordedError extends Error {
  override readonly name = 'NotRecordedError';
}

/** Creates models that repeat their recorded replies and nothing else. No provider is called. */
export function createRecordedModels(
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
      return { key, entry, provider, countTokens: createTokenCounter(entry).count, contextWindow };
    },
  };
}

/** Matches a request to the recorded one of the same step and reason, with the same fixed choices. */
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
  const fault = PROVIDER_FAULTS.find((known) => known === end.fault);
  if (fault === undefined) return new Error(end.message);
  return new ProviderError(end.message, {
    retryable: end.retryable,
    fault: fault satisfies ProviderFault,
    ...(end.status === null ? {} : { status: end.status }),
    ...(end.retryAfterMs === undefined ? {} : { retryAfterMs: end.retryAfterMs }),
  });
}

/** Wraps models so that each is called at another temperature. Models without a temperature setting leave it out. */
export function withTemperature(models: Models, temperature: number | undefined): Models {
  if (temperature === undefined) return models;
  return {
    ...models,
    open(key) {
      const model = models.open(key);
      const { provider } = model;
      return {
        ...model,
        provider: { ...provider, stream: (request) => provider.stream({ ...request, temperature }) },
      };
    },
  };
}

/** Writes the changed temperature into a recording. Calls are recorded before the temperature is set, so it would be missing. */
export function setRecordedTemperature(recording: Recording, temperature: number | undefined): Recording {
  if (temperature === undefined) return recording;
  const calls = recording.calls.map((call) => ({ ...call, request: { ...call.request, temperature } }));
  return { ...recording, calls };
}

/** Adds one budget, shared by all turns of a replay, to the budgets of every session. */
export function createReplayBudget(
  budgetService: BudgetService,
  budgetUsd: number | undefined,
): BudgetService {
  if (budgetUsd === undefined) return budgetService;
  const account = new Budget('replay', budgetUsd);
  return {
    ...budgetService,
    openSessionBudget: async (sessionId) => (await budgetService.openSessionBudget(sessionId)).with(account),
  };
}
