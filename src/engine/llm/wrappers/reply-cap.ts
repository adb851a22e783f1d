import type { CountTokens } from '#engine/util/estimate-tokens.ts';
import { estimatePromptTokens } from '../budget.ts';
import type { ModelRequest, Provider, ReplyPart } from '../provider.ts';

/** Characters a reply may have for each token of `maxTokens`. Prose has about 4; white space in JSON may have more. */
const CHARACTERS_PER_TOKEN = 8;
/** Characters any reply may have, however few tokens were asked for: a server that ignores the limit is not cut at once. */
const LEAST_CHARACTERS = 8_000;

/** Returns the most characters a reply to a request with this limit may have. */
export function countReplyCharacters(maxTokens: number): number {
  return Math.max(LEAST_CHARACTERS, maxTokens * CHARACTERS_PER_TOKEN);
}

/**
 * Ends a reply as `length` when it has more characters than its `maxTokens` can explain, and closes the connection. The text up to
 * there is kept. The usage of such a reply is estimated, because the model never states it.
 */
export function withReplyCap(provider: Provider, countTokens: CountTokens): Provider {
  return { ...provider, stream: (request) => streamCapped(provider, request, countTokens) };
}

async function* streamCapped(
  provider: Provider,
  request: ModelRequest,
  countTokens: CountTokens,
): AsyncGenerator<ReplyPart> {
  const most = countReplyCharacters(request.maxTokens);
  let text = '';
  let isCut = false;
  for await (const part of provider.stream(request)) {
    if (part.type === 'reply-end') {
      yield part;
      return;
    }
    const fitting = part.text.slice(0, most - text.length);
    text += fitting;
    if (fitting !== '') yield { type: 'text-delta', text: fitting };
    isCut = fitting.length < part.text.length;
    // Leaving the loop closes the connection.
    if (isCut) break;
  }
  // A stream without an end is a fault of the provider, which the caller reports.
  if (!isCut) return;
  const usage = {
    inputTokens: estimatePromptTokens(request, countTokens),
    outputTokens: countTokens(text),
    cacheWriteTokens: 0,
    cacheReadTokens: 0,
  };
  yield { type: 'reply-end', reason: 'length', usage };
}
