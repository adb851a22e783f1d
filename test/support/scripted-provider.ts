import { offlineStoryteller } from '#engine/llm/offline-storyteller.ts';
import type { Provider, ReplyPart } from '#engine/llm/provider.ts';

const USAGE = { inputTokens: 100, outputTokens: 20, cacheWriteTokens: 0, cacheReadTokens: 0 };

/** What a scripted provider does next: says pieces of text, or fails with an error; `wait` holds it back. */
export type Line = {
  readonly say?: readonly string[];
  readonly fail?: Error;
  readonly wait?: () => Promise<void>;
};

/** Steps that are answered by the offline storyteller while the narrator follows the script. */
const offline = offlineStoryteller({ wordsPerSecond: 0 });

/** A narrator that speaks the lines it is given, one per call, and repeats the last one. Other steps are answered offline. */
export function scriptedProvider(lines: readonly [Line, ...Line[]]): Provider {
  let calls = 0;
  return {
    id: 'scripted/test',
    async *stream(request): AsyncGenerator<ReplyPart> {
      if (request.step !== 'narrate') {
        yield* offline.stream(request);
        return;
      }
      const line = lines[Math.min(calls, lines.length - 1)];
      calls += 1;
      for (const text of line?.say ?? []) {
        request.signal.throwIfAborted();
        yield { type: 'text-delta', text };
      }
      await line?.wait?.();
      request.signal.throwIfAborted();
      if (line?.fail !== undefined) throw line.fail;
      yield { type: 'reply-end', reason: 'finished', usage: USAGE };
    },
  };
}

/** Prose and the least outcome a narrator can give. */
export const told = (prose: string): Line => ({ say: [prose, '\n\n```json\n{"choices":[]}\n```'] });
