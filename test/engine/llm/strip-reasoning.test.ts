import { expect, it } from 'vitest';
import type { ModelRequest, Provider, ReplyPart } from '#engine/llm/provider.ts';
import { ReasoningHabit, ReasoningLeaked, removeReasoning } from '#engine/llm/wrappers/strip-reasoning.ts';

const USAGE = { inputTokens: 0, outputTokens: 0, cacheWriteTokens: 0, cacheReadTokens: 0 };

/** Answers in these pieces, and says how many of them had been asked for when a listener heard the first. */
function saying(...pieces: readonly string[]): Provider & { readonly given: () => number } {
  let given = 0;
  return {
    id: 'test/thinker',
    given: () => given,
    async *stream(): AsyncGenerator<ReplyPart> {
      for (const text of pieces) {
        given += 1;
        yield { type: 'text-delta', text };
      }
      yield { type: 'reply-end', reason: 'finished', usage: USAGE };
    },
  };
}

const asking = (step: string, change: Partial<ModelRequest> = {}): ModelRequest => ({
  step,
  system: [],
  messages: [],
  input: {},
  seed: 'a',
  maxTokens: 100,
  signal: new AbortController().signal,
  ...change,
});

async function heard(provider: Provider, request: ModelRequest): Promise<string> {
  let text = '';
  for await (const part of provider.stream(request)) if (part.type === 'text-delta') text += part.text;
  return text;
}

const THOUGHT = ['She must not ', 'know.', '</think>', 'The rain', ' falls.'];

it('cuts a thought that nothing opened off a reply that nobody reads before it is whole', async () => {
  const habit = new ReasoningHabit();
  expect(await heard(removeReasoning(saying(...THOUGHT), habit), asking('resolve'))).toBe('The rain falls.');
  expect(habit.beginsInside).toBe(true);
});

it('fails a narration that turns out to have been a thought, and keeps to itself what such a model thinks from then on', async () => {
  const habit = new ReasoningHabit();
  const provider = removeReasoning(saying(...THOUGHT), habit);
  await expect(heard(provider, asking('narrate'))).rejects.toThrow(ReasoningLeaked);
  expect(await heard(provider, asking('narrate'))).toBe('The rain falls.');
  expect(await heard(provider, asking('retell'))).toBe('The rain falls.');
});

it('fails nothing where the thought came in one piece with its end', async () => {
  const provider = removeReasoning(saying('She must not know.</think>The rain', ' falls.'));
  expect(await heard(provider, asking('narrate'))).toBe('The rain falls.');
});

it('holds nothing of a narration back that could be read already', async () => {
  const provider = saying('The rain ', 'falls ', 'on.');
  for await (const part of removeReasoning(provider).stream(asking('narrate'))) {
    expect(part).toEqual({ type: 'text-delta', text: 'The rain ' });
    expect(provider.given()).toBe(1);
    break;
  }
});

it('asks of a narration that may be begun anew that it is whole', async () => {
  const provider = removeReasoning(saying(...THOUGHT));
  expect(await heard(provider, asking('narrate', { restartable: true }))).toBe('The rain falls.');
});

it('believes a catalogue that says so from the first word', async () => {
  const provider = removeReasoning(saying(...THOUGHT), new ReasoningHabit(true));
  expect(await heard(provider, asking('narrate'))).toBe('The rain falls.');
});
