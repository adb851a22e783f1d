import { offlineStoryteller } from '#engine/llm/offline-storyteller.ts';
import type { ModelRequest, Provider, ReplyPart } from '#engine/llm/provider.ts';

const USAGE = { inputTokens: 100, outputTokens: 20, cacheWriteTokens: 0, cacheReadTokens: 0 };
const offline = offlineStoryteller({ wordsPerSecond: 0 });

/** What a narrator tells when the player has said certain words: prose and what it means for the world. */
export type Telling = { readonly prose: string; readonly outcome?: object };

/** The offline storyteller, but for the words of the player it has a telling for. */
export function promptedNarrator(tellings: Readonly<Record<string, Telling>>): Provider {
  return {
    ...offline,
    id: 'prompted/test',
    async *stream(request): AsyncGenerator<ReplyPart> {
      const telling = request.step === 'narrate' ? tellings[saidIn(request)] : undefined;
      if (telling === undefined) {
        yield* offline.stream(request);
        return;
      }
      const outcome = JSON.stringify({ choices: [], ...telling.outcome });
      yield { type: 'text-delta', text: `${telling.prose}\n\n\`\`\`json\n${outcome}\n\`\`\`` };
      yield { type: 'reply-end', reason: 'finished', usage: USAGE };
    },
  };
}

/** The offline storyteller, whose `before` is awaited ahead of every answer and may throw in its stead. */
export function watchedStoryteller(before: (request: ModelRequest) => Promise<void>): Provider {
  return {
    ...offline,
    id: 'watched/test',
    async *stream(request): AsyncGenerator<ReplyPart> {
      await before(request);
      yield* offline.stream(request);
    },
  };
}

function saidIn({ input }: ModelRequest): string {
  return String(Object(input).playerText ?? '');
}
