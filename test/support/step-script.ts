import type { ModelRequest, Provider, ReplyPart } from '#engine/llm/provider.ts';

const USAGE = { inputTokens: 100, outputTokens: 20, cacheWriteTokens: 0, cacheReadTokens: 0 };

/** What a step is answered instead: words, words that break off, a refusal, or nothing but an error. */
export type Answer =
  | { readonly say: string; readonly end?: 'length' }
  | { readonly end: 'refused' }
  | { readonly fail: Error };

/** What is answered next to a step; where it says nothing, whatever the storyteller says. */
export type StepScript = Map<string, (request: ModelRequest) => Answer | undefined>;

/** A storyteller whose answers to single steps can be exchanged while it is played with. */
export function scriptedSteps(script: StepScript, storyteller: Provider): Provider {
  return {
    ...storyteller,
    async *stream(request): AsyncGenerator<ReplyPart> {
      const answer = script.get(request.step)?.(request);
      if (answer === undefined) {
        yield* storyteller.stream(request);
        return;
      }
      if ('fail' in answer) throw answer.fail;
      if ('say' in answer) yield { type: 'text-delta', text: answer.say };
      yield { type: 'reply-end', reason: answer.end ?? 'finished', usage: USAGE };
    },
  };
}

/** Gives these answers one after another, then whatever the storyteller says. */
export function inTurn(...answers: readonly Answer[]): (request: ModelRequest) => Answer | undefined {
  const left = [...answers];
  return () => left.shift();
}

/** Prose, and what it means for the world. */
export function telling(prose: string, outcome: object = {}): Answer {
  return { say: `${prose}\n\n\`\`\`json\n${JSON.stringify({ choices: [], ...outcome })}\n\`\`\`` };
}
