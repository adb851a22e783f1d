import { createHmac } from 'node:crypto';
import { runStructured, type StructuredStep } from '#engine/llm/structured.ts';
import { createWindowTest } from '#engine/prompt/context-window.ts';
import { createRepairWriter, type PromptSource, type StepPrompt } from '#engine/prompt/step-prompt.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import { memoizeText } from '#engine/util/memoize.ts';
import type { TurnContext } from '../context.ts';
import type { TurnTools } from '../engine-services.ts';

/** The seeds of the turns being played: every step of a turn asks for the same. */
const KEPT_CHARACTERS = 20_000;

/** Fixes the free choices of a storyteller for one scene. One way, so that it tells nothing about the dice to come. */
export function deriveStorySeed(seed: string, sceneIndex: number): string {
  return seedFor(`${sceneIndex} ${seed}`);
}

const seedFor = memoizeText((key: string): string => {
  const space = key.indexOf(' ');
  return createHmac('sha256', key.slice(space + 1))
    .update(`story:${key.slice(0, space)}`)
    .digest('hex');
}, KEPT_CHARACTERS);

export type AskTools = Pick<TurnTools, 'tiers' | 'prompts' | 'signal' | 'recorder' | 'smallModel'>;

/** A question of a step: what it is asked with and what the answer must be. */
type StepQuestion<Input extends object, Reply> = {
  readonly step: StructuredStep<Reply>;
  readonly input: Input;
  readonly write: (
    input: Input,
    source: PromptSource,
  ) => { readonly prompt: StepPrompt; readonly trimmed: readonly string[] };
  /** Tells calls of the same step apart, so that two characters do not think with one mind. */
  readonly salt?: string;
};

/** Asks the small model what a step needs to know; an answer that cannot be used is repaired once. */
export async function askStep<Input extends object, Reply>(
  { step, input, write, salt = '' }: StepQuestion<Input, Reply>,
  { seed, sceneIndex, promptPins }: Pick<TurnContext, 'seed' | 'sceneIndex' | 'promptPins'>,
  { tiers, prompts, signal, recorder, smallModel }: AskTools,
): Promise<Reply> {
  const promptSource = { prompts, pins: promptPins, window: smallModel };
  const { prompt, trimmed } = write(input, promptSource);
  if (trimmed.length > 0) recorder.prompt(step.name, { trimmed });
  // Inputs of steps are plain values by their schemas.
  const given = input as unknown as Json;
  const question = {
    ...prompt,
    input: given,
    seed: `${deriveStorySeed(seed, sceneIndex)}:${step.name}:${salt}`,
    signal,
  };
  const { reply } = await runStructured(step, question, {
    provider: tiers.small,
    writeRepair: createRepairWriter(promptSource),
    fits: createWindowTest(smallModel),
  });
  return reply;
}
