import { estimateTokens } from '#engine/util/estimate-tokens.ts';
import type { Behaviour } from './behaviour.ts';
import { type LocalServer, type ReceivedCall, startLocalServer, type WireFormat } from './local-server.ts';

type Body = {
  model: string;
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
  messages: { role: string; content: string }[];
};

const FINISHES = { finished: 'stop', length: 'length', refused: 'content_filter' } as const;

/**
 * A server that speaks OpenAI's chat completions. `cachedTokens` is what it claims to have had cached; `usage` what else it claims to
 * have counted.
 */
export function startOpenAIServer(
  options: {
    readonly behaviour?: Behaviour | ((call: ReceivedCall) => Behaviour);
    readonly cachedTokens?: number;
    readonly usage?: object;
  } = {},
): Promise<LocalServer> {
  const behaviour = options.behaviour ?? { kind: 'reply' as const, pieces: ['Hello.'] };
  return startLocalServer(openaiFormat(options.cachedTokens ?? 0, options.usage ?? {}), behaviour);
}

function openaiFormat(cachedTokens: number, usage: object): WireFormat {
  return {
    complaint,
    errorBody: (status, type, message, code) => ({
      error: {
        message,
        type: type ?? (status >= 500 ? 'server_error' : 'invalid_request_error'),
        param: null,
        code: code ?? null,
      },
    }),
    begin: () => [chunk({ role: 'assistant', content: '' }, null)],
    piece: (text) => [chunk({ content: text }, null)],
    streamError: (type) => [
      `data: ${JSON.stringify({ error: { message: 'scripted failure', type, code: null } })}\n\n`,
    ],
    end: (call, text, stop) => [
      chunk({}, FINISHES[stop]),
      `data: ${JSON.stringify({ ...SHELL, choices: [], usage: { ...usageOf(call, text, cachedTokens), ...usage } })}\n\n`,
      'data: [DONE]\n\n',
    ],
  };
}

const SHELL = { id: 'chatcmpl-local', object: 'chat.completion.chunk', created: 1, model: 'local' };

function chunk(delta: object, finish: string | null): string {
  return `data: ${JSON.stringify({ ...SHELL, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
}

function complaint({ path, headers, body }: ReceivedCall): string | null {
  const { model, messages, stream, stream_options } = body as unknown as Body; // checked line by line
  if (!path.endsWith('/chat/completions')) return `no such path: ${path}`;
  if (headers.authorization === undefined) return 'authorization is missing';
  if (typeof model !== 'string' || !Array.isArray(messages)) return 'model and messages are required';
  if (stream !== true || stream_options?.include_usage !== true) return 'this server only streams with usage';
  return messages.some(({ content }) => typeof content !== 'string') ? 'content must be text' : null;
}

function usageOf({ body }: ReceivedCall, text: string, cachedTokens: number): object {
  const { messages } = body as unknown as Body; // `complaint` has let it pass
  const prompt = messages.reduce((total, { content }) => total + estimateTokens(content), 0);
  const completion = estimateTokens(text);
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: Math.min(prompt, cachedTokens) },
  };
}
