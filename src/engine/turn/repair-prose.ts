import { askForProse } from '#engine/llm/ask-for-text.ts';
import { type Provider, ProviderError } from '#engine/llm/provider.ts';
import { ModelRefused } from '#engine/llm/structured.ts';
import type { PromptPins, PromptRegistry } from '#engine/prompt/registry.ts';
import { writeStepPrompt } from '#engine/prompt/step-prompt.ts';
import { repairInstruction } from './checks/repair-instruction.ts';
import type { Verdict } from './checks/verdict.ts';

/** Prose that broke a rule, and what a model needs to know to set it right. */
export type Faulty = {
  readonly prose: string;
  readonly found: readonly Verdict[];
  /** The name of whom the player plays. */
  readonly persona: string;
  /** Where the scene is; null where nobody said. */
  readonly place: string | null;
  readonly seed: string;
};

type Uses = {
  readonly model: Provider;
  readonly prompts: PromptRegistry;
  readonly pins: PromptPins;
  readonly signal: AbortSignal;
  /** Hears why nothing came of it. */
  readonly note: (reason: string) => void;
};

/** The prose set right; null when the model could not be reached, would not do it, or left it half done. */
export async function repairProse(
  faulty: Faulty,
  { model, signal, note, ...uses }: Uses,
): Promise<string | null> {
  const { prose, found, persona, place, seed } = faulty;
  const facts = place === null ? '' : `The scene is at ${place}.`;
  const words = { persona, problems: repairInstruction(found), facts, prose };
  try {
    const { text, reason } = await askForProse(model, {
      // Version 2 asks for numbered sentences; see `narration/repair-prose.ts`.
      ...writeStepPrompt('check-repair', words, { ...uses, pins: { ...uses.pins, 'check-repair': 1 } }),
      step: 'check-repair',
      purpose: 'repair',
      input: { prose, persona, excerpts: found.map(({ excerpt }) => excerpt) },
      seed,
      signal,
      restartable: true,
    });
    return reason === 'finished' ? text : null;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ProviderError || error instanceof ModelRefused)) throw error;
    note(`the prose could not be repaired: ${error.message}`);
    return null;
  }
}
