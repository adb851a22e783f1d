import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type ChatError, toErrorBody } from './chat-error.ts';

/** Token counts of a turn. */
export type ChatUsage = {
  readonly promptTokens: number;
  readonly cachedTokens: number;
  readonly completionTokens: number;
};

function toUsageBody({ promptTokens, cachedTokens, completionTokens }: ChatUsage): object {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens },
  };
}

/** Fields that every object of one answer shares. */
export type ReplyHead = { readonly id: string; readonly created: number; readonly model: string };

/** Returns a whole answer. */
export function toCompletionBody(head: ReplyHead, text: string, usage: ChatUsage): object {
  const message = { role: 'assistant', content: text, refusal: null };
  return {
    ...head,
    object: 'chat.completion',
    choices: [{ index: 0, message, logprobs: null, finish_reason: 'stop' }],
    usage: toUsageBody(usage),
  };
}

const KEEP_ALIVE_MILLISECONDS = 10_000;

/** Writes an answer as server-sent events. Comments keep the connection open while nothing is told. */
export class ChunkStream {
  readonly #response: ServerResponse;
  readonly #head: ReplyHead;
  readonly #keepAlive: NodeJS.Timeout;

  constructor(response: ServerResponse, head: ReplyHead) {
    this.#response = response;
    this.#head = head;
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    this.#keepAlive = setInterval(() => response.write(': keep-alive\n\n'), KEEP_ALIVE_MILLISECONDS).unref();
    response.once('close', () => clearInterval(this.#keepAlive));
    this.#send(this.#chunk({ role: 'assistant', content: '' }, null));
  }

  /** Sends a piece of the text. Waits while the client reads slowly; a client that is gone is no error. */
  async text(content: string): Promise<void> {
    if (content === '' || this.#response.destroyed) return;
    if (this.#send(this.#chunk({ content }, null))) return;
    const gone = new AbortController();
    const closed = once(this.#response, 'close', { signal: gone.signal });
    await Promise.race([once(this.#response, 'drain', { signal: gone.signal }), closed]).catch(() => {});
    gone.abort();
    closed.catch(() => {});
  }

  /** Ends the answer, with its usage when the client asked for that. */
  end(usage: ChatUsage | null): void {
    this.#send(this.#chunk({}, 'stop'));
    if (usage !== null) {
      const body = { ...this.#head, object: 'chat.completion.chunk', choices: [], usage: toUsageBody(usage) };
      this.#send(body);
    }
    this.#response.end('data: [DONE]\n\n');
  }

  fail(error: ChatError): void {
    this.#send(toErrorBody(error));
    this.#response.end('data: [DONE]\n\n');
  }

  #chunk(delta: object, finishReason: 'stop' | null): object {
    const choices = [{ index: 0, delta, logprobs: null, finish_reason: finishReason }];
    return { ...this.#head, object: 'chat.completion.chunk', choices };
  }

  #send(body: object): boolean {
    return this.#response.write(`data: ${JSON.stringify(body)}\n\n`);
  }
}
