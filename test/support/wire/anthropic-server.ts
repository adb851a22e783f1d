import { estimateTokens } from '#engine/util/estimate-tokens.ts';
import type { Behaviour } from './behaviour.ts';
import { type LocalServer, type ReceivedCall, startLocalServer, type WireFormat } from './local-server.ts';
import { type CachedBlock, PromptCache } from './prompt-cache.ts';

type TextBlock = { type: string; text: string; cache_control?: { type: string; ttl?: '5m' | '1h' } };
type Body = {
  model: string;
  max_tokens: number;
  stream?: boolean;
  system?: string | TextBlock[];
  messages: { role: string; content: string | TextBlock[] }[];
};

export type AnthropicServerOptions = {
  readonly behaviour?: Behaviour | ((call: ReceivedCall) => Behaviour);
  readonly cacheMinimum?: number;
  readonly now?: () => number;
};

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

const STOPS = { finished: 'end_turn', length: 'max_tokens', refused: 'refusal' } as const;

/** A server that speaks Anthropic's Messages API and keeps its prompt cache. */
export function startAnthropicServer(options: AnthropicServerOptions = {}): Promise<LocalServer> {
  const cache = new PromptCache({
    minimum: options.cacheMinimum ?? 512,
    countTokens: estimateTokens,
    now: options.now ?? Date.now,
  });
  const behaviour = options.behaviour ?? { kind: 'reply' as const, pieces: ['Hello.'] };
  return startLocalServer(anthropicFormat(cache), behaviour);
}

function anthropicFormat(cache: PromptCache): WireFormat {
  return {
    complaint,
    errorBody: (status, type, message) => ({
      type: 'error',
      error: { type: type ?? ERROR_TYPES[status] ?? 'api_error', message },
      request_id: 'req_local',
    }),
    begin: (call) => [
      event('message_start', {
        message: {
          id: 'msg_local',
          type: 'message',
          role: 'assistant',
          model: bodyOf(call).model,
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: startUsage(cache, bodyOf(call)),
        },
      }),
      event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
      event('ping', {}),
    ],
    piece: (text) => [event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } })],
    streamError: (type) => [event('error', { error: { type, message: 'scripted failure' } })],
    end: (_call, text, stop) => [
      event('content_block_stop', { index: 0 }),
      event('message_delta', {
        delta: { stop_reason: STOPS[stop], stop_sequence: null },
        usage: { output_tokens: estimateTokens(text) },
      }),
      event('message_stop', {}),
    ],
  };
}

function event(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}

/** What the real API would refuse. */
function complaint({ path, headers, body }: ReceivedCall): string | null {
  // The checks below are what makes it one.
  const { model, max_tokens, messages } = body as unknown as Body;
  if (!path.startsWith('/v1/messages')) return `no such path: ${path}`;
  if (!(headers['x-api-key'] ?? headers.authorization)) return 'there is no key';
  if (headers['anthropic-version'] === undefined) return 'anthropic-version is missing';
  if (typeof model !== 'string' || !(max_tokens > 0)) return 'model and max_tokens are required';
  if (!Array.isArray(messages) || messages[0]?.role !== 'user')
    return 'the first message must be from the user';
  if (messages.at(-1)?.role !== 'user') return 'prefill is not supported';
  const blocks = blocksOf(body as unknown as Body);
  if (blocks.some(({ text }) => typeof text !== 'string' || text.trim() === ''))
    return 'text blocks must not be empty';
  const marks = blocks.flatMap(({ cache_control }) => (cache_control === undefined ? [] : [cache_control]));
  if (marks.length > 4) return 'at most 4 blocks may have cache_control';
  const shortFirst = marks.findIndex(({ ttl }) => ttl !== '1h');
  if (shortFirst !== -1 && marks.slice(shortFirst).some(({ ttl }) => ttl === '1h'))
    return 'ttl 1h must come before 5m';
  return null;
}

/** System and messages as blocks; plain text stands for one block. */
function blocksOf({ system = [], messages }: Body): TextBlock[] {
  return [system, ...messages.map(({ content }) => content)].flatMap((content) =>
    typeof content === 'string' ? [{ type: 'text', text: content }] : content,
  );
}

function bodyOf({ body }: ReceivedCall): Body {
  return body as unknown as Body; // `complaint` has let it pass
}

function startUsage(cache: PromptCache, body: Body): object {
  const { input, read, written, writtenHour } = cache.account(body.model, blocksOf(body).map(cachedBlock));
  return {
    input_tokens: input,
    output_tokens: 1,
    cache_creation_input_tokens: written,
    cache_read_input_tokens: read,
    cache_creation: {
      ephemeral_5m_input_tokens: written - writtenHour,
      ephemeral_1h_input_tokens: writtenHour,
    },
  };
}

function cachedBlock({ text, cache_control }: TextBlock): CachedBlock {
  return { text, mark: cache_control === undefined ? null : (cache_control.ttl ?? '5m') };
}
