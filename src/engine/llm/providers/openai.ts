import OpenAI, { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';
import type { Clock } from '#engine/util/clock.ts';
import type { ModelEntry } from '../catalogue.ts';
import type { EndReason, ModelRequest, Provider, ReplyPart, Usage } from '../provider.ts';
import { createProviderError, type SdkErrors, toProviderError } from './provider-errors.ts';
import { createWatchedFetch, NO_TIMEOUT, SILENT_LOGGER, toTokenCount } from './sdk-client.ts';
import { requireAllFields, toStrictSchema } from './strict-schema.ts';

type Params = OpenAI.Chat.ChatCompletionCreateParamsStreaming;

/** Converts a request to OpenAI's chat format. Its servers cache equal prefixes by themselves. */
function toOpenAIParams(entry: ModelEntry, request: ModelRequest): Params {
  const system = request.system.map(({ text }) => text).filter((text) => text !== '');
  const limit = Math.min(request.maxTokens, entry.maxOutput ?? request.maxTokens);
  const effort = entry.reasoningEffort;
  return {
    model: entry.model,
    stream: true,
    stream_options: { include_usage: true },
    messages: [
      ...(system.length === 0 ? [] : [{ role: 'system' as const, content: system.join('\n\n') }]),
      ...request.messages.map(({ role, text }) => ({ role, content: text })),
    ],
    [entry.limitField ?? 'max_tokens']: limit,
    // The catalogue may name an effort newer than the SDK's list of them.
    ...(effort === undefined ? {} : { reasoning_effort: effort as NonNullable<Params['reasoning_effort']> }),
    ...responseFormat(entry, request),
    ...(entry.temperature && request.temperature !== undefined ? { temperature: request.temperature } : {}),
  };
}

function responseFormat(entry: ModelEntry, { output }: ModelRequest): Pick<Params, 'response_format'> {
  if (output === undefined || entry.structuredOutput === 'none') return {};
  if (entry.structuredOutput === 'json_object') return { response_format: { type: 'json_object' } };
  const schema = toStrictSchema(output.schema);
  if (schema === null) return {};
  const name = output.name.replace(/[^a-zA-Z0-9_-]/g, '_');
  // Strict modes of services want every field. Servers of one's own take sparse replies, which are shorter.
  const wanted = entry.credential === null ? schema : requireAllFields(schema);
  return { response_format: { type: 'json_schema', json_schema: { name, schema: wanted, strict: true } } };
}

type Chunk = OpenAI.Chat.ChatCompletionChunk;
type Finish = NonNullable<Chunk['choices'][number]['finish_reason']>;

const NOTHING: Usage = { inputTokens: 0, outputTokens: 0, cacheWriteTokens: 0, cacheReadTokens: 0 };

/** A server began a reply and could not go on. */
class FailedGeneration extends Error {
  override readonly name = 'FailedGeneration';
}

/** Collects usage and end reason from a stream in OpenAI's chat format, and extracts its text. */
class OpenAIReply {
  #usage: Usage = NOTHING;
  #finish: Finish | null = null;
  #refused = false;

  take(chunk: Chunk): string {
    if (chunk.usage !== null && chunk.usage !== undefined) this.#usage = usageOf(chunk.usage);
    // Some servers send their usage in a chunk without choices.
    const choice = chunk.choices?.[0];
    if (choice === undefined) return '';
    this.#finish = choice.finish_reason ?? this.#finish;
    // KoboldCpp reports a failed generation so, with status 200.
    if (String(choice.finish_reason) === 'error') throw new FailedGeneration();
    if (typeof choice.delta.refusal === 'string' && choice.delta.refusal !== '') this.#refused = true;
    return choice.delta.content ?? '';
  }

  /** Returns the end of the reply; null when the stream broke off before it. */
  end(): ReplyPart | null {
    if (this.#finish === null) return null;
    return {
      type: 'reply-end',
      reason: this.#refused ? 'refused' : endReason(this.#finish),
      usage: this.#usage,
    };
  }
}

function usageOf(usage: OpenAI.CompletionUsage): Usage {
  const cached = toTokenCount(usage.prompt_tokens_details?.cached_tokens);
  return {
    inputTokens: Math.max(0, toTokenCount(usage.prompt_tokens) - cached),
    outputTokens: toTokenCount(usage.completion_tokens),
    cacheWriteTokens: 0,
    cacheReadTokens: cached,
  };
}

function endReason(finish: Finish): EndReason {
  if (finish === 'length') return 'length';
  return finish === 'content_filter' ? 'refused' : 'finished';
}

const ERRORS: SdkErrors = {
  timeout: APIConnectionTimeoutError,
  connection: APIConnectionError,
  answered: APIError,
};

/** Options for reaching a server that speaks OpenAI's chat format. */
type OpenAIOptions = {
  readonly entry: ModelEntry;
  /** Servers on one's own machine mostly want none. */
  readonly apiKey: string | null;
  readonly clock: Clock;
};

/**
 * Creates a provider for any server that speaks the chat format: GPT, Gemini, DeepSeek, Ollama, llama.cpp, vLLM. Uses the
 * official SDK without its retries.
 */
export function createOpenAIProvider({ entry, apiKey, clock }: OpenAIOptions): Provider {
  const id = `openai/${entry.model}`;
  // A client for each call, so that its fetch reports to that call. Connections are shared below it.
  const connect: Connect = (onActivity) =>
    new OpenAI({
      apiKey: apiKey ?? 'none',
      adminAPIKey: null,
      organization: null,
      project: null,
      baseURL: entry.baseUrl ?? 'https://api.openai.com/v1',
      maxRetries: 0,
      timeout: NO_TIMEOUT,
      fetch: createWatchedFetch(id, onActivity),
      logLevel: 'off',
      logger: SILENT_LOGGER,
    });
  return {
    id,
    capabilities: { structuredOutput: entry.structuredOutput === 'json_schema' },
    stream: (request) => reply(connect, id, entry, request, clock),
  };
}

type Connect = (onActivity: ModelRequest['onActivity']) => OpenAI;

async function* reply(
  connect: Connect,
  id: string,
  entry: ModelEntry,
  request: ModelRequest,
  clock: Clock,
): AsyncGenerator<ReplyPart> {
  request.signal.throwIfAborted();
  const assembled = new OpenAIReply();
  try {
    const stream = await connect(request.onActivity).chat.completions.create(toOpenAIParams(entry, request), {
      signal: request.signal,
    });
    for await (const chunk of stream) {
      const text = assembled.take(chunk);
      if (text !== '') yield { type: 'text-delta', text };
    }
  } catch (cause) {
    request.signal.throwIfAborted();
    if (cause instanceof FailedGeneration) throw createProviderError(id, 'server-error', { retryable: true });
    throw toProviderError(id, cause, ERRORS, clock);
  }
  request.signal.throwIfAborted();
  yield assembled.end() ?? fail(id);
}

function fail(id: string): never {
  throw createProviderError(id, 'connection-lost', { retryable: true });
}
