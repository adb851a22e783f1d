import type { z } from 'zod';
import type { Outcome, RecordInput } from '#engine/contracts/outcome.ts';
import type { ModelRequest, ReplyPart } from '#engine/llm/provider.ts';

const USAGE = { inputTokens: 100, outputTokens: 20, cacheWriteTokens: 0, cacheReadTokens: 0 };
const WORDS_AT_ONCE = 3;
const PIECE = new RegExp(`(?:\\S+\\s*){1,${WORDS_AT_ONCE}}|\\s+`, 'g');

/** What a narration makes true, written for `record`; a function is given the input of that step. */
export type OutcomeDraft = z.input<typeof Outcome> | ((input: RecordInput) => object);

/**
 * A scripted reply: text, text that is cut off by the length limit, a refusal, an error, or none until the call is aborted. `record` answers the `record` step of
 * the same turn.
 */
export type Reply =
  | { readonly say: string; readonly end?: 'length'; readonly record?: OutcomeDraft }
  | { readonly end: 'refused' }
  | { readonly hangs: true }
  | { readonly fail: Error };

export function isReply(answer: object): answer is Reply {
  return (
    'say' in answer || 'fail' in answer || 'hangs' in answer || ('end' in answer && answer.end === 'refused')
  );
}

/** Throws this error in place of a reply. */
export function fail(error: Error): Reply {
  return { fail: error };
}

/** Refuses to answer. */
export function refuse(): Reply {
  return { end: 'refused' };
}

/** Sends this text and stops at the length limit. */
export function cut(text: string): Reply {
  return { say: text, end: 'length' };
}

/** Gives these answers one after another, then `undefined`, which leaves the step to the plain answer. */
export function answerInTurn<Answer>(
  ...answers: readonly Answer[]
): (request: ModelRequest) => Answer | undefined {
  const left = [...answers];
  return () => left.shift();
}

/** Streams a reply in pieces of a few words. */
export async function* streamReply(reply: Reply, signal: AbortSignal): AsyncGenerator<ReplyPart> {
  signal.throwIfAborted();
  if ('hangs' in reply) {
    await new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
    );
    return;
  }
  if ('fail' in reply) throw reply.fail;
  for (const text of 'say' in reply ? (reply.say.match(PIECE) ?? []) : []) {
    yield { type: 'text-delta', text };
    signal.throwIfAborted();
  }
  yield { type: 'reply-end', reason: reply.end ?? 'finished', usage: USAGE };
}
