import type { Clock } from '#engine/util/clock.ts';
import type { CountTokens } from '#engine/util/estimate-tokens.ts';
import { estimateInterruptedCost, estimatePromptTokens } from './budget.ts';
import type { Prices } from './catalogue.ts';
import { type Cost, calculateCost } from './cost.ts';
import {
  type CallPurpose,
  type EndReason,
  type ModelRequest,
  type Provider,
  ProviderError,
  type ProviderFault,
  type ReplyPart,
  type Usage,
} from './provider.ts';

/** End of a call. `abandoned`: the caller stopped reading. */
export type CallEnd =
  | { readonly type: 'finished'; readonly reason: EndReason }
  | {
      readonly type: 'failed';
      readonly fault: ProviderFault | 'other';
      readonly status: number | null;
      readonly retryable: boolean;
      /** Absent when the provider did not say how long to wait. */
      readonly retryAfterMs?: number;
      readonly message: string;
    }
  | { readonly type: 'aborted' }
  | { readonly type: 'abandoned' };

/** Everything about one call that reached, or tried to reach, a model. For the game master's recording only. */
export type CallRecord = {
  readonly step: string;
  readonly purpose: CallPurpose;
  /** The key of the catalogue; `provider` names what stood behind it. */
  readonly modelKey: string;
  readonly provider: string;
  readonly startedAt: Date;
  readonly firstDeltaMs: number | null;
  readonly durationMs: number;
  readonly end: CallEnd;
  /** Null when the model did not say. */
  readonly usage: Usage | null;
  readonly cost: Cost;
  readonly prompts: NonNullable<ModelRequest['prompts']>;
  readonly request: Pick<ModelRequest, 'system' | 'messages' | 'maxTokens' | 'seed' | 'temperature'>;
  /** Data the prompt was written from. */
  readonly input: ModelRequest['input'];
  readonly reply: string;
};

export type RecordCall = (record: CallRecord) => void;

export type RecordingTools = {
  readonly modelKey: string;
  readonly prices: Prices;
  readonly countTokens: CountTokens;
  readonly clock: Clock;
  readonly record: RecordCall;
};

/** Records every attempt, including failed and abandoned ones. */
export function withRecording(provider: Provider, tools: RecordingTools): Provider {
  return { ...provider, stream: (request) => recorded(provider, request, tools) };
}

async function* recorded(
  provider: Provider,
  request: ModelRequest,
  tools: RecordingTools,
): AsyncGenerator<ReplyPart> {
  const startedAt = tools.clock();
  const since = () => tools.clock().getTime() - startedAt.getTime();
  let firstDeltaMs: number | null = null;
  let reply = '';
  let usage: Usage | null = null;
  let end: CallEnd = { type: 'abandoned' };
  try {
    for await (const part of provider.stream(request)) {
      if (part.type === 'text-delta') {
        firstDeltaMs ??= since();
        reply += part.text;
      } else {
        ({ usage } = part);
        end = { type: 'finished', reason: part.reason };
      }
      yield part;
    }
  } catch (error) {
    end = endOf(error, request.signal);
    throw error;
  } finally {
    tools.record({
      step: request.step,
      purpose: request.purpose ?? 'ask',
      modelKey: tools.modelKey,
      provider: provider.id,
      startedAt,
      firstDeltaMs,
      durationMs: since(),
      end,
      usage,
      cost: costOfCall(tools, request, usage, reply),
      prompts: request.prompts ?? [],
      request: {
        system: request.system,
        messages: request.messages,
        maxTokens: request.maxTokens,
        seed: request.seed,
        ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
      },
      input: request.input,
      reply,
    });
  }
}

function costOfCall(tools: RecordingTools, request: ModelRequest, usage: Usage | null, reply: string): Cost {
  if (usage !== null) return calculateCost(tools.prices, usage);
  const input = estimatePromptTokens(request, tools.countTokens);
  return estimateInterruptedCost(tools.prices, input, tools.countTokens(reply));
}

function endOf(error: unknown, signal: AbortSignal): CallEnd {
  if (signal.aborted) return { type: 'aborted' };
  if (!(error instanceof ProviderError)) {
    // The message of an unforeseen error may quote a header or an address with a key in it; its name cannot.
    const message = error instanceof Error ? error.name : 'unknown error';
    return { type: 'failed', fault: 'other', status: null, retryable: false, message };
  }
  const { fault, status, retryable, retryAfterMs, message } = error;
  const wait = retryAfterMs === null ? {} : { retryAfterMs };
  return { type: 'failed', fault, status, retryable, ...wait, message };
}
