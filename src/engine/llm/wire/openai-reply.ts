import type OpenAI from 'openai';
import type { EndReason, ReplyPart, Usage } from '../provider.ts';
import { tokenCount } from './token-count.ts';

type Chunk = OpenAI.Chat.ChatCompletionChunk;
type Finish = NonNullable<Chunk['choices'][number]['finish_reason']>;

const NOTHING: Usage = { inputTokens: 0, outputTokens: 0, cacheWriteTokens: 0, cacheReadTokens: 0 };

/** Gathers what a stream in OpenAI's chat format says about the reply as a whole, and picks out its text. */
export class OpenAIReply {
  #usage: Usage = NOTHING;
  #finish: Finish | null = null;
  #refused = false;

  take(chunk: Chunk): string {
    if (chunk.usage !== null && chunk.usage !== undefined) this.#usage = usageOf(chunk.usage);
    // Some servers send their usage in a chunk without choices.
    const choice = chunk.choices?.[0];
    if (choice === undefined) return '';
    this.#finish = choice.finish_reason ?? this.#finish;
    if (typeof choice.delta.refusal === 'string' && choice.delta.refusal !== '') this.#refused = true;
    return choice.delta.content ?? '';
  }

  /** The end of the reply; null when the stream broke off before it. */
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
  const cached = tokenCount(usage.prompt_tokens_details?.cached_tokens);
  return {
    inputTokens: Math.max(0, tokenCount(usage.prompt_tokens) - cached),
    outputTokens: tokenCount(usage.completion_tokens),
    cacheWriteTokens: 0,
    cacheReadTokens: cached,
  };
}

function endReason(finish: Finish): EndReason {
  if (finish === 'length') return 'length';
  return finish === 'content_filter' ? 'refused' : 'finished';
}
