import type Anthropic from '@anthropic-ai/sdk';
import type { EndReason, ReplyPart, Usage } from '../provider.ts';
import { tokenCount } from './token-count.ts';

type Event = Anthropic.RawMessageStreamEvent;

const NOTHING: Usage = { inputTokens: 0, outputTokens: 0, cacheWriteTokens: 0, cacheReadTokens: 0 };

/** Gathers what a stream of Anthropic's says about the reply as a whole, and picks out its text. */
export class AnthropicReply {
  #usage: Usage = NOTHING;
  #stop: Anthropic.StopReason | null = null;
  #ended = false;

  /** The text of an event for the reader, or nothing: thoughts and bookkeeping are not text. */
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

  /** The end of the reply; null when the stream broke off before it. */
  end(): ReplyPart | null {
    if (!this.#ended) return null;
    return { type: 'reply-end', reason: endReason(this.#stop), usage: this.#usage };
  }
}

function started(usage: Anthropic.Usage): Usage {
  return {
    inputTokens: tokenCount(usage.input_tokens),
    outputTokens: tokenCount(usage.output_tokens),
    cacheWriteTokens: tokenCount(usage.cache_creation_input_tokens),
    cacheReadTokens: tokenCount(usage.cache_read_input_tokens),
    cacheWriteHourTokens: tokenCount(usage.cache_creation?.ephemeral_1h_input_tokens),
  };
}

/** The last event's counts are cumulative; what it leaves out stays as the first event said. */
function finished(usage: Usage, last: Anthropic.MessageDeltaUsage): Usage {
  return {
    ...usage,
    inputTokens: tokenCount(last.input_tokens ?? usage.inputTokens),
    outputTokens: tokenCount(last.output_tokens),
    cacheWriteTokens: tokenCount(last.cache_creation_input_tokens ?? usage.cacheWriteTokens),
    cacheReadTokens: tokenCount(last.cache_read_input_tokens ?? usage.cacheReadTokens),
  };
}

function endReason(stop: Anthropic.StopReason | null): EndReason {
  if (stop === 'max_tokens' || stop === 'model_context_window_exceeded') return 'length';
  return stop === 'refusal' ? 'refused' : 'finished';
}
