import type { ModelRequest } from '#engine/llm/provider.ts';
import { neutralise } from './neutralise.ts';
import type { PromptId, VariablesOf } from './prompt-ids.ts';
import { type PromptPins, type PromptRegistry, renderPrompt, type Variant } from './registry.ts';

/** The prompts that are sent as they are: small steps, modes and jobs. The narrator's is assembled from many. */
export type StepPromptId = Exclude<
  PromptId,
  'core' | 'narrate' | 'narrate-inline' | 'opening' | `call-${string}`
>;

export type PromptShelf = {
  readonly prompts: PromptRegistry;
  readonly pins?: PromptPins;
  readonly variant?: Variant;
};

/** The parts of a request that a prompt decides. */
export type StepPrompt = Required<Pick<ModelRequest, 'system' | 'messages' | 'maxTokens' | 'prompts'>>;

/**
 * Writes the prompt of a step. Whatever is handed in is material, so all of it is neutralised; its instructions come first
 * and end a prefix that providers may cache.
 */
export function writeStepPrompt<Id extends StepPromptId>(
  id: Id,
  variables: VariablesOf<Id>,
  { prompts, pins = {}, variant = 'full' }: PromptShelf,
): StepPrompt {
  const prompt = prompts.get(id, pins);
  const { system, user } = renderPrompt(prompt, harmless(variables), variant);
  return {
    system: [{ text: system, cacheable: true }],
    messages: [{ role: 'user', text: user }],
    maxTokens: prompt.maxTokens,
    prompts: [{ id, version: prompt.version, hash: prompt.hash }],
  };
}

function harmless<Variables extends Readonly<Record<string, string>>>(variables: Variables): Variables {
  const entries = Object.entries(variables).map(([name, value]) => [name, neutralise(value).trim()]);
  return Object.fromEntries(entries) as Variables; // the same names, every value still a string
}
