import type { Provider, ReplyPart } from '#engine/llm/provider.ts';
import { toNarrationText } from './plain/narration-text.ts';
import { plainChoices } from './plain/plain-answers.ts';
import { createPlainProvider } from './plain-provider.ts';

const USAGE = { inputTokens: 100, outputTokens: 20, cacheWriteTokens: 0, cacheReadTokens: 0 };

/** What the narrator does next: sends pieces of text, then waits, then fails or ends. */
export type Line = {
  readonly say?: readonly string[];
  readonly fail?: Error;
  readonly wait?: () => Promise<void>;
};

/** A narrator that sends the lines it is given, one per call, and repeats the last one. Other steps get the plain answer. */
export function scriptedProvider(lines: readonly [Line, ...Line[]]): Provider {
  const plain = createPlainProvider();
  let calls = 0;
  return {
    id: 'scripted/test',
    async *stream(request): AsyncGenerator<ReplyPart> {
      if (request.step !== 'narrate') {
        yield* plain.stream(request);
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

/** Prose and the plain choices. */
export function told(prose: string): Line {
  const behind = toNarrationText({ prose: '', choices: plainChoices('the place', undefined) });
  return { say: [prose, behind] };
}
