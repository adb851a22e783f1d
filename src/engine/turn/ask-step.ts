import type { Json } from '#engine/kit/canonical-json.ts';
import { runStructured, type StructuredStep } from '#engine/llm/structured.ts';
import { repairWriter } from '#engine/prompt/repair-writers.ts';
import type { PromptShelf, StepPrompt } from '#engine/prompt/step-prompt.ts';
import type { TurnContext } from './context.ts';
import { storySeed } from './story-seed.ts';
import type { TurnTools } from './turn-tools.ts';

export type AskTools = Pick<TurnTools, 'tiers' | 'prompts' | 'signal' | 'recorder'>;

/** A question of a step: what it is asked with and what the answer must be. */
export type StepQuestion<Input extends object, Reply> = {
  readonly step: StructuredStep<Reply>;
  readonly input: Input;
  readonly write: (
    input: Input,
    source: PromptShelf,
  ) => { readonly prompt: StepPrompt; readonly trimmed: readonly string[] };
  /** Tells calls of the same step apart, so that two characters do not think with one mind. */
  readonly salt?: string;
};

/** Asks the small model what a step needs to know; an answer that cannot be used is repaired once. */
export async function askStep<Input extends object, Reply>(
  { step, input, write, salt = '' }: StepQuestion<Input, Reply>,
  { seed, sceneIndex, promptPins }: Pick<TurnContext, 'seed' | 'sceneIndex' | 'promptPins'>,
  { tiers, prompts, signal, recorder }: AskTools,
): Promise<Reply> {
  const shelf = { prompts, pins: promptPins };
  const { prompt, trimmed } = write(input, shelf);
  if (trimmed.length > 0) recorder.prompt(step.name, { trimmed });
  // Inputs of steps are plain values by their schemas.
  const given = input as unknown as Json;
  const question = {
    ...prompt,
    input: given,
    seed: `${storySeed(seed, sceneIndex)}:${step.name}:${salt}`,
    signal,
  };
  const { reply } = await runStructured(step, question, {
    provider: tiers.small,
    writeRepair: repairWriter(shelf),
  });
  return reply;
}
