import Anthropic, { APIConnectionError, APIConnectionTimeoutError, APIError } from '@anthropic-ai/sdk';
import type { Clock } from '#engine/util/clock.ts';
import type { ModelEntry } from '../catalogue.ts';
import type {
  CacheTtl,
  EndReason,
  Message,
  ModelRequest,
  Provider,
  ReplyPart,
  SystemBlock,
  Usage,
} from '../provider.ts';
import { splitStable } from '../provider.ts';
import { createProviderError, type SdkErrors, toProviderError } from './provider-errors.ts';
import { createWatchedFetch, NO_TIMEOUT, SILENT_LOGGER, toTokenCount } from './sdk-client.ts';
import { toStrictSchema } from './strict-schema.ts';

type Params = Anthropic.MessageCreateParamsStreaming;

/** Maximum number of prefixes Anthropic caches in one request. */
const MAX_BREAKPOINTS = 4;

/** Room for a model that cannot be kept from thinking: its thoughts count against the limit of the reply. */
const THINKING_ALLOWANCE = 4096;

/** Converts a request to Anthropic's format. */
function toAnthropicParams(entry: ModelEntry, request: ModelRequest): Params {
  const system = request.system.filter(({ text }) => text !== '');
  const marks = breakpoints(system, request.messages);
  const thinksAnyway = entry.thinking === 'always';
  const limit = request.maxTokens + (thinksAnyway ? THINKING_ALLOWANCE : 0);
  const output = outputConfig(entry, request, thinksAnyway);
  return {
    model: entry.model,
    max_tokens: entry.maxOutput === null ? limit : Math.min(limit, entry.maxOutput),
    stream: true,
    ...(system.length === 0 ? {} : { system: system.map((block) => systemParam(block, marks)) }),
    messages: request.messages.map((message) => messageParam(message, marks)),
    ...thinking(entry),
    ...(Object.keys(output).length === 0 ? {} : { output_config: output }),
    ...(entry.temperature && request.temperature !== undefined ? { temperature: request.temperature } : {}),
  };
}

/** Chooses the blocks that carry a breakpoint: the last four that ask for one, since later ones hold the longer prefix. */
function breakpoints(
  system: readonly SystemBlock[],
  messages: readonly Message[],
): ReadonlySet<SystemBlock | Message> {
  const asking = [...system, ...messages].filter(({ cacheable }) => cacheable === true);
  return new Set(asking.slice(-MAX_BREAKPOINTS));
}

function cacheControl(ttl: CacheTtl | undefined): { cache_control: Anthropic.CacheControlEphemeral } {
  return { cache_control: ttl === undefined ? { type: 'ephemeral' } : { type: 'ephemeral', ttl } };
}

function systemParam(
  block: SystemBlock,
  marks: ReadonlySet<SystemBlock | Message>,
): Anthropic.TextBlockParam {
  const marked = marks.has(block) ? cacheControl(block.ttl) : {};
  return { type: 'text', text: block.text, ...marked };
}

function messageParam(message: Message, marks: ReadonlySet<SystemBlock | Message>): Anthropic.MessageParam {
  const marked = marks.has(message) ? cacheControl(message.ttl) : {};
  const [stable, rest] = splitStable(message);
  const last = rest === '' ? [] : [{ type: 'text' as const, text: rest }];
  return { role: message.role, content: [{ type: 'text', text: stable, ...marked }, ...last] };
}

/** Keeps a model from thinking first, by the word it understands. */
function thinking({ thinking: way }: ModelEntry): Pick<Params, 'thinking'> {
  if (way === 'disabled') return { thinking: { type: 'disabled' } };
  return way === 'between_tools' ? { thinking: { type: 'between_tools' } } : {};
}

function outputConfig(
  entry: ModelEntry,
  request: ModelRequest,
  thinksAnyway: boolean,
): Anthropic.OutputConfig {
  const wanted = entry.structuredOutput === 'json_schema' ? request.output : undefined;
  const schema = wanted === undefined ? null : toStrictSchema(wanted.schema);
  return {
    ...(schema === null ? {} : { format: { type: 'json_schema' as const, schema: { ...schema } } }),
    ...(thinksAnyway ? { effort: 'low' as const } : {}),
  };
}

type Event = Anthropic.RawMessageStreamEvent;

const NOTHING: Usage = { inputTokens: 0, outputTokens: 0, cacheWriteTokens: 0, cacheReadTokens: 0 };

/** Collects usage and end reason from an Anthropic stream, and extracts its text. */
class AnthropicReply {
  #usage: Usage = NOTHING;
  #stop: Anthropic.StopReason | null = null;
  #ended = false;

  /** Returns the reader's text of an event, or nothing: thoughts and bookkeeping are not text. */
  take(event: Event): string {
    switch (event.type) {
      case 'message_start':
        this.#usage = started(event.message.usage);
        return '';
      case 'content_block_start':
        return event.content_block.type === 'text' ? event.content_block.text : '';
      case 'content_block_delta':
        return event.delta.type === 'text_delta' ? event.delta.text : '';
      case 'message_delta':
        this.#stop = event.delta.stop_reason;
        this.#usage = finished(this.#usage, event.usage);
        return '';
      case 'message_stop':
        this.#ended = true;
        return '';
      default:
        return '';
    }
  }

  /** Returns the end of the reply; null when the stream broke off before it. */
  end(): ReplyPart | null {
    if (!this.#ended) return null;
    return { type: 'reply-end', reason: endReason(this.#stop), usage: this.#usage };
  }
}

function started(usage: Anthropic.Usage): Usage {
  return {
    inputTokens: toTokenCount(usage.input_tokens),
    outputTokens: toTokenCount(usage.output_tokens),
    cacheWriteTokens: toTokenCount(usage.cache_creation_input_tokens),
    cacheReadTokens: toTokenCount(usage.cache_read_input_tokens),
    cacheWriteHourTokens: toTokenCount(usage.cache_creation?.ephemeral_1h_input_tokens),
  };
}

/** Merges the last event's cumulative counts; counts it leaves out stay as the first event gave them. */
function finished(usage: Usage, last: Anthropic.MessageDeltaUsage): Usage {
  return {
    ...usage,
    inputTokens: toTokenCount(last.input_tokens ?? usage.inputTokens),
    outputTokens: toTokenCount(last.output_tokens),
    cacheWriteTokens: toTokenCount(last.cache_creation_input_tokens ?? usage.cacheWriteTokens),
    cacheReadTokens: toTokenCount(last.cache_read_input_tokens ?? usage.cacheReadTokens),
  };
}

function endReason(stop: Anthropic.StopReason | null): EndReason {
  if (stop === 'max_tokens' || stop === 'model_context_window_exceeded') return 'length';
  return stop === 'refusal' ? 'refused' : 'finished';
}

const ERRORS: SdkErrors = {
  timeout: APIConnectionTimeoutError,
  connection: APIConnectionError,
  answered: APIError,
};

/** Options for reaching Claude. */
type AnthropicOptions = {
  readonly entry: ModelEntry;
  readonly apiKey: string;
  readonly clock: Clock;
};

/**
 * Creates a provider for Claude by Anthropic's own SDK. The SDK's retries are off, because our own wrapper retries within a
 * turn's limits.
 */
export function createAnthropicProvider({ entry, apiKey, clock }: AnthropicOptions): Provider {
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
      logger: SILENT_LOGGER,
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
    const params = toAnthropicParams(entry, request);
    const stream = await connect(request.onActivity).messages.create(params, { signal: request.signal });
    for await (const event of stream) {
      const text = assembled.take(event);
      if (text !== '') yield { type: 'text-delta', text };
    }
  } catch (cause) {
    request.signal.throwIfAborted();
    throw toProviderError(id, cause, ERRORS, clock);
  }
  // The SDK ends an aborted stream without a word.
  request.signal.throwIfAborted();
  yield assembled.end() ?? fail(id);
}

function fail(id: string): never {
  throw createProviderError(id, 'connection-lost', { retryable: true });
}
