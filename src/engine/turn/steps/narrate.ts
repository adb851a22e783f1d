import { keyedRandom } from '#engine/kit/keyed-random.ts';
import type { NarrationInput, NarrationOutcome } from '#engine/llm/narration.ts';
import { ProseSplitter } from '#engine/llm/prose-splitter.ts';
import type { Usage } from '#engine/llm/provider.ts';
import { ProviderError } from '#engine/llm/provider.ts';
import { narrationInput, type Told } from '../narration-input.ts';
import { narrationPrompt } from '../narration-prompt.ts';
import { readOutcome } from '../read-outcome.ts';
import { defineStep } from '../step.ts';
import type { TurnTools } from '../turn-tools.ts';

type Gives = { readonly narration: string; readonly outcome: NarrationOutcome };

/** The room for the structured outcome after the prose. */
const MOST_TOKENS = 1_500;

/** Asks the large model what happens, and lets the player read it as it is said. */
export const narrate = defineStep<
  Told & { readonly seed: string; readonly sceneIndex: number },
  Gives,
  Pick<TurnTools, 'providerFor' | 'prompts' | 'events' | 'recorder' | 'signal'>
>({
  name: 'narrate',

  async run(draft, { providerFor, prompts, events, recorder, signal }) {
    const { session, turn } = draft.lease;
    const provider = providerFor(session.largeModel);
    const input = narrationInput(draft);
    const prompt = narrationPrompt(prompts, draft.playbook, input);
    const request = {
      step: 'narrate',
      system: prompt.system,
      messages: prompt.messages,
      input,
      seed: storySeed(draft.seed, draft.sceneIndex),
      maxTokens: MOST_TOKENS,
      signal,
    };

    let output = '';
    let narration = '';
    let usage: Usage | null = null;
    const splitter = new ProseSplitter();
    try {
      for await (const part of provider.stream(request)) {
        if (part.type === 'reply-end') {
          usage = part.usage;
          if (part.reason === 'refused')
            throw new ProviderError('the model would not answer', { retryable: false });
          break;
        }
        output += part.text;
        const prose = splitter.push(part.text);
        if (prose === '') continue;
        narration += prose;
        events.emit({ type: 'narration-delta', attempt: turn.attempt, text: prose });
      }
    } finally {
      recorder.call({ ...recorded(request, prompt.source), model: provider.id, output, usage });
    }
    return { narration, outcome: readOutcome(splitter.end()) };
  },
});
