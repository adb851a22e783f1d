import OpenAI, { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';
import type { Clock } from '#engine/util/clock.ts';
import type { ModelEntry } from './catalogue.ts';
import type { ModelRequest, Provider, ReplyPart } from './provider.ts';
import { openaiParams } from './wire/openai-params.ts';
import { OpenAIReply } from './wire/openai-reply.ts';
import { providerFault } from './wire/provider-fault.ts';
import { type SdkErrors, sdkError } from './wire/sdk-error.ts';
import { silentLogger } from './wire/silent-logger.ts';
import { createWatchedFetch, NO_TIMEOUT } from './wire/watched-fetch.ts';

const ERRORS: SdkErrors = {
  timeout: APIConnectionTimeoutError,
  connection: APIConnectionError,
  answered: APIError,
};

/** What it takes to reach a server that speaks OpenAI's chat format. */
export type OpenAIOptions = {
  readonly entry: ModelEntry;
  /** Servers on one's own machine mostly want none. */
  readonly apiKey: string | null;
  readonly clock: Clock;
};

/** GPT, Gemini, DeepSeek, Ollama, llama.cpp, vLLM: whoever speaks the chat format, by the official SDK, without its retries. */
export function openaiProvider({ entry, apiKey, clock }: OpenAIOptions): Provider {
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
      logger: silentLogger,
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
    const stream = await connect(request.onActivity).chat.completions.create(openaiParams(entry, request), {
      signal: request.signal,
    });
    for await (const chunk of stream) {
      const text = assembled.take(chunk);
      if (text !== '') yield { type: 'text-delta', text };
    }
  } catch (cause) {
    request.signal.throwIfAborted();
    throw sdkError(id, cause, ERRORS, clock);
  }
  request.signal.throwIfAborted();
  yield assembled.end() ?? fail(id);
}

function fail(id: string): never {
  throw providerFault(id, 'connection-lost', { retryable: true });
}
