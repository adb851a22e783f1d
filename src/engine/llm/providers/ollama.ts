import { z } from 'zod';
import { parseJsonOrNull } from '#engine/util/canonical-json.ts';
import type { Clock } from '#engine/util/clock.ts';
import { estimateTokens } from '#engine/util/estimate-tokens.ts';
import { Secret } from '#engine/util/secret.ts';
import { estimatePromptTokens } from '../budget.ts';
import type { ModelEntry } from '../catalogue.ts';
import { type ModelRequest, type Provider, ProviderError, type ReplyPart } from '../provider.ts';
import { createAnswerError, createProviderError } from './provider-errors.ts';
import { createWatchedFetch, toTokenCount } from './sdk-client.ts';
import { toStrictSchema } from './strict-schema.ts';

/** Address of an Ollama server that listens where it does by default. */
export const OLLAMA_ADDRESS = 'http://127.0.0.1:11434';

/** Time a model stays in memory after a call. Loading it again takes longer than most turns. */
const KEEP_ALIVE = '30m';

/** Ollama loads a model again whenever the context length changes, so lengths grow in large steps and never shrink. */
const CONTEXT_STEP = 8_192;
/** Room for what the estimate of the prompt's tokens may be off. */
const ESTIMATE_MARGIN = 1.1;

/** Remembers the longest context a model was asked for. */
class ContextLength {
  #tokens = CONTEXT_STEP;
  readonly #window: number;

  constructor(window: number | null) {
    this.#window = window ?? Number.POSITIVE_INFINITY;
  }

  /** Returns the context length for a prompt and its reply, at most the model's window. */
  reserve(tokens: number): number {
    const wanted = Math.ceil(tokens / CONTEXT_STEP) * CONTEXT_STEP;
    this.#tokens = Math.max(this.#tokens, wanted);
    return Math.min(this.#tokens, this.#window);
  }
}

function toOllamaBody(entry: ModelEntry, request: ModelRequest, contextTokens: number): object {
  const system = request.system.map(({ text }) => text).filter((text) => text !== '');
  const schema = request.output === undefined ? null : toStrictSchema(request.output.schema);
  const isHeld = schema !== null && entry.structuredOutput !== 'none';
  return {
    model: entry.model,
    stream: true,
    think: false,
    keep_alive: KEEP_ALIVE,
    messages: [
      ...(system.length === 0 ? [] : [{ role: 'system', content: system.join('\n\n') }]),
      ...request.messages.map(({ role, text }) => ({ role, content: text })),
    ],
    ...(isHeld ? { format: schema } : {}),
    options: {
      num_ctx: contextTokens,
      num_predict: Math.min(request.maxTokens, entry.maxOutput ?? request.maxTokens),
      ...(entry.temperature && request.temperature !== undefined ? { temperature: request.temperature } : {}),
    },
  };
}

/** One line of a reply. Fields that other versions add are ignored. */
const Line = z.union([
  z.object({ error: z.string() }),
  z.object({
    message: z.object({ content: z.string().optional() }).optional(),
    done: z.boolean(),
    done_reason: z.string().optional(),
    prompt_eval_count: z.unknown().optional(),
    eval_count: z.unknown().optional(),
  }),
]);
type Line = z.infer<typeof Line>;

/** Options for reaching an Ollama server. */
type OllamaOptions = { readonly entry: ModelEntry; readonly clock: Clock };

/**
 * Creates a provider for Ollama's own protocol. Its OpenAI-compatible one cannot set the context length, and cuts longer prompts from
 * the front without a word.
 */
export function createOllamaProvider({ entry, clock }: OllamaOptions): Provider {
  const id = `ollama/${entry.model}`;
  const context = new ContextLength(entry.contextWindow);
  return {
    id,
    capabilities: { structuredOutput: entry.structuredOutput !== 'none' },
    stream: (request) => reply(id, entry, request, context, clock),
  };
}

async function* reply(
  id: string,
  entry: ModelEntry,
  request: ModelRequest,
  context: ContextLength,
  clock: Clock,
): AsyncGenerator<ReplyPart> {
  request.signal.throwIfAborted();
  const prompt = estimatePromptTokens(request, estimateTokens) * entry.tokenScale * ESTIMATE_MARGIN;
  const body = toOllamaBody(entry, request, context.reserve(prompt + request.maxTokens));
  try {
    const response = await createWatchedFetch(id, request.onActivity)(
      `${entry.baseUrl ?? OLLAMA_ADDRESS}/api/chat`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: request.signal,
      },
    );
    if (!response.ok) throw createAnswerError(id, response, new Secret(await response.text()), clock);
    for await (const line of readLines(id, response)) {
      request.signal.throwIfAborted();
      const part = toReplyPart(id, line, clock);
      if (part !== null) yield part;
      if (part?.type === 'reply-end') return;
    }
  } catch (cause) {
    request.signal.throwIfAborted();
    if (cause instanceof ProviderError) throw cause;
    const detail = new Secret(cause instanceof Error ? cause.message : String(cause));
    throw createProviderError(id, 'connection-lost', { retryable: true, detail });
  }
  request.signal.throwIfAborted();
  throw createProviderError(id, 'connection-lost', { retryable: true });
}

/** Reads a reply line by line. A broken last line means that the connection broke; any other is a fault of the server. */
async function* readLines(id: string, response: Response): AsyncGenerator<Line> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const bytes of response.body ?? []) {
    const lines = `${rest}${decoder.decode(bytes, { stream: true })}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield parseLine(id, line);
  }
  if (rest.trim() !== '') yield parseLine(id, rest);
}

function parseLine(id: string, line: string): Line {
  const parsed = Line.safeParse(parseJsonOrNull(line));
  if (parsed.success) return parsed.data;
  throw createProviderError(id, 'malformed-reply', { retryable: true, detail: new Secret(line) });
}

function toReplyPart(id: string, line: Line, clock: Clock): ReplyPart | null {
  if ('error' in line) throw createAnswerError(id, {}, new Secret(line.error), clock);
  if (!line.done) {
    const text = line.message?.content ?? '';
    return text === '' ? null : { type: 'text-delta', text };
  }
  return {
    type: 'reply-end',
    reason: line.done_reason === 'length' ? 'length' : 'finished',
    usage: {
      inputTokens: toTokenCount(line.prompt_eval_count),
      outputTokens: toTokenCount(line.eval_count),
      cacheWriteTokens: 0,
      cacheReadTokens: 0,
    },
  };
}
