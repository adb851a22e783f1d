import type { Provider } from '#engine/llm/provider.ts';
import { runStructured } from '#engine/llm/structured.ts';
import { writeProseRepairPrompt } from '#engine/prompt/prose-repair-prompt.ts';
import { repairWriter } from '#engine/prompt/repair-writers.ts';
import type { PromptShelf } from '#engine/prompt/step-prompt.ts';
import { type AskForRepair, RepairReply } from './repair-prose.ts';

export type RepairSources = {
  readonly model: Provider;
  readonly shelf: PromptShelf;
  readonly seed: string;
  readonly signal: AbortSignal;
  /** Name of the player's character. */
  readonly persona: string;
  /** What is so, as sentences without secrets. */
  readonly facts: readonly string[];
  /** Told why no repair came, for the recording. */
  readonly onFailure: (reason: string) => void;
};

/** Creates the question for new sentences. A repair that fails gives null: the prose stays as it was and the policy decides. */
export function createAskForRepair(sources: RepairSources): AskForRepair {
  const { model, shelf, seed, signal, persona, facts, onFailure } = sources;
  return async ({ sentences, problems }) => {
    const input = { sentences: [...sentences], problems: [...problems], persona, facts: [...facts] };
    try {
      const { reply } = await runStructured(
        { name: 'check-repair', contract: RepairReply, dropInvalidItems: true },
        { ...writeProseRepairPrompt(input, shelf), input, seed, signal },
        { provider: model, writeRepair: repairWriter(shelf) },
      );
      return reply;
    } catch (error) {
      signal.throwIfAborted();
      onFailure(error instanceof Error ? error.message : String(error));
      return null;
    }
  };
}
