import Anthropic, { APIConnectionError, APIConnectionTimeoutError, APIError } from '@anthropic-ai/sdk';
import type { Clock } from '#engine/util/clock.ts';
import type { ModelEntry } from './catalogue.ts';
import type { ModelRequest, Provider, ReplyPart } from './provider.ts';
import { anthropicParams } from './wire/anthropic-params.ts';
import { AnthropicReply } from './wire/anthropic-reply.ts';
import { providerFault } from './wire/provider-fault.ts';
import { type SdkErrors, sdkError } from './wire/sdk-error.ts';
import { silentLogger } from './wire/silent-logger.ts';
import { createWatchedFetch, NO_TIMEOUT } from './wire/watched-fetch.ts';

const ERRORS: SdkErrors = {
  timeout: APIConnectionTimeoutError,
  connection: APIConnectionError,
  answered: APIError,
};

/** What it takes to reach Claude. */
export type AnthropicOptions = {
  readonly entry: ModelEntry;
  readonly apiKey: string;
  readonly clock: Clock;
};

/** Claude, by Anthropic's own SDK. The SDK's retries are off: they are a wrapper of ours that a turn can bound. */
export function anthropicProvider({ entry, apiKey, clock }: AnthropicOptions): Provider {
  const id = `anthropic/${entry.model}`;
  // A client for each call, so that its fetch reports to that call. Connections are shared below it.
  const connect: Connect = (onActivity) =>
    new Anthropic({
      apiKey,
      authToken: null,
      baseURL: entry.baseUrl ?? 'https://api.anthropic.com',
      maxRetries: 0,
      timeout: NO_TIMEOUT,
      fetch: createWatchedFetch(id, onActivity),
      logLevel: 'off',
      logger: silentLogger,
      openTelemetry: false,
    });
  return {
    id,
    capabilities: { structuredOutput: entry.structuredOutput === 'json_schema' },
    stream: (request) => reply(connect, id, entry, request, clock),
  };
}

type Connect = (onActivity: ModelRequest['onActivity']) => Anthropic;

async function* reply(
  connect: Connect,
  id: string,
  entry: ModelEntry,
  request: ModelRequest,
  clock: Clock,
): AsyncGenerator<ReplyPart> {
  request.signal.throwIfAborted();
  const assembled = new AnthropicReply();
  try {
    const params = anthropicParams(entry, request);
    const stream = await connect(request.onActivity).messages.create(params, { signal: request.signal });
    for await (const event of stream) {
      const text = assembled.take(event);
      if (text !== '') yield { type: 'text-delta', text };
    }
  } catch (cause) {
    request.signal.throwIfAborted();
    throw sdkError(id, cause, ERRORS, clock);
  }
  // The SDK ends an aborted stream without a word.
  request.signal.throwIfAborted();
  yield assembled.end() ?? fail(id);
}

function fail(id: string): never {
  throw providerFault(id, 'connection-lost', { retryable: true });
}
