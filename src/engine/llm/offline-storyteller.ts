import { keyedRandom } from '#engine/kit/keyed-random.ts';
import { NarrateInput } from './narrate-input.ts';
import { proposeOutcome } from './offline/propose-outcome.ts';
import { tellScene } from './offline/tell-scene.ts';
import { type ModelRequest, type Provider, ProviderError, type ReplyPart } from './provider.ts';
import { sleep } from './sleep.ts';

/** How many words are said together. */
const WORDS_AT_ONCE = 3;

/**
 * The provider in use when no language model is: it answers each step's contract from the structured input,
 * with seeded phrases, so that the same seed and the same scene always give the same words.
 */
export function offlineStoryteller(options: { readonly wordsPerSecond: number }): Provider {
  return { id: 'offline/storyteller', stream: (request) => reply(request, options.wordsPerSecond) };
}

async function* reply(request: ModelRequest, wordsPerSecond: number): AsyncGenerator<ReplyPart> {
  const text = compose(request);
  const millisecondsPerPiece = wordsPerSecond === 0 ? 0 : (1000 * WORDS_AT_ONCE) / wordsPerSecond;
  for (const piece of piecesOf(text)) {
    request.signal.throwIfAborted();
    yield { type: 'text-delta', text: piece };
    if (millisecondsPerPiece > 0) await sleep(millisecondsPerPiece, request.signal);
  }
  const usage = { inputTokens: 0, outputTokens: 0, cacheWriteTokens: 0, cacheReadTokens: 0 };
  yield { type: 'reply-end', reason: 'finished', usage };
}

function compose(request: ModelRequest): string {
  if (request.step !== 'narrate') {
    throw new ProviderError(`the offline storyteller has no answer for the step ${request.step}`, {
      retryable: false,
    });
  }
  const input = NarrateInput.parse(request.input);
  const prose = tellScene(input, keyedRandom(request.seed, 'prose'));
  const outcome = proposeOutcome(input, keyedRandom(request.seed, 'outcome'));
  return `${prose}\n\n\`\`\`json\n${JSON.stringify(outcome)}\n\`\`\`\n`;
}

function piecesOf(text: string): string[] {
  return text.match(new RegExp(`(?:\\S+\\s*){1,${WORDS_AT_ONCE}}|\\s+`, 'g')) ?? [];
}
