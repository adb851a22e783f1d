import type { Json } from '#engine/kit/canonical-json.ts';
import { runStructured, type StructuredStep } from '#engine/llm/structured.ts';
import { repairWriter } from '#engine/prompt/repair-writers.ts';
import type { PromptShelf, StepPrompt } from '#engine/prompt/step-prompt.ts';
import type { Moment } from './draft.ts';
import { storySeed } from './story-seed.ts';
import type { TurnTools } from './turn-tools.ts';

export type AskTools = Pick<TurnTools, 'tiers' | 'prompts' | 'signal'>;

/** A question of a step: what it is asked with and what the answer must be. */
export type StepQuestion<Input extends object, Reply> = {
  readonly step: StructuredStep<Reply>;
  readonly input: Input;
  readonly write: (input: Input, shelf: PromptShelf) => StepPrompt;
  /** Tells calls of the same step apart, so that two characters do not think with one mind. */
  readonly salt?: string;
};

/** Asks the small model what a step needs to know; an answer that cannot be used is repaired once. */
export async function askStep<Input extends object, Reply>(
  { step, input, write, salt = '' }: StepQuestion<Input, Reply>,
  { seed, sceneIndex, promptPins }: Pick<Moment, 'seed' | 'sceneIndex' | 'promptPins'>,
  { tiers, prompts, signal }: AskTools,
): Promise<Reply> {
  const shelf = { prompts, pins: promptPins };
  const prompt = write(input, shelf);
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
