import { setTimeout as wait } from 'node:timers/promises';
import { type Provider, ProviderError, type ReplyPart } from '#engine/llm/provider.ts';
import type { KeyedRandom } from '#engine/util/keyed-random.ts';
import { createPlainProvider } from '../plain-provider.ts';

type Trouble = 'none' | 'overloaded' | 'refused' | 'garbage' | 'slow' | 'cut off' | 'empty';

/** Of a hundred calls so many have this trouble; the rest have none. */
const TROUBLES: readonly (readonly [Trouble, number])[] = [
  ['overloaded', 3],
  ['refused', 3],
  ['garbage', 5],
  ['slow', 12],
  ['cut off', 4],
  ['empty', 3],
];
const USAGE = { inputTokens: 100, outputTokens: 20, cacheWriteTokens: 0, cacheReadTokens: 0 };
const GARBAGE = 'Certainly! ```json\n{"choices": [[, "operations": "all of them"\n```';
/** Steps of a turn. Jobs come after turns. */
const STEPS = ['read', 'resolve', 'react', 'plan', 'narrate', 'record', 'judge', 'check-repair'];

/** The plain provider with faults. Jobs meet only faults that pass. */
export function chaoticProvider(random: KeyedRandom): Provider {
  const plain = createPlainProvider();
  return {
    id: 'chaotic/test',
    async *stream(request): AsyncGenerator<ReplyPart> {
      const trouble = troubleBy(random.below(100));
      if (trouble === 'overloaded' || (trouble === 'refused' && !STEPS.includes(request.step)))
        throw new ProviderError('too many people', { fault: 'overloaded', retryable: true });
      if (trouble === 'refused') throw new ProviderError('no', { fault: 'bad-request', retryable: false });
      if (trouble === 'garbage' || trouble === 'empty') {
        if (trouble === 'garbage') yield { type: 'text-delta', text: GARBAGE };
        yield { type: 'reply-end', reason: 'finished', usage: USAGE };
        return;
      }
      let parts = 0;
      for await (const part of plain.stream(request)) {
        if (trouble === 'slow') await wait(5, undefined, { signal: request.signal });
        if (trouble === 'cut off' && parts === 1)
          throw new ProviderError('the line went dead', { fault: 'connection-lost', retryable: true });
        parts += 1;
        yield part;
      }
    },
  };
}

function troubleBy(number: number): Trouble {
  let from = 0;
  for (const [trouble, share] of TROUBLES) {
    from += share;
    if (number < from) return trouble;
  }
  return 'none';
}
