import type { WriteOutcomeRepair } from '#engine/llm/narration.ts';
import type { RepairPrompt, WriteRepair } from '#engine/llm/structured.ts';
import { type PromptShelf, type StepPrompt, writeStepPrompt } from './step-prompt.ts';

/** The prompt that shows a model what is wrong with its structured reply. */
export function repairWriter(shelf: PromptShelf): WriteRepair {
  return ({ contract, problems, reply }) => {
    return asRepair(writeStepPrompt('repair', { contract, problems: list(problems), reply }, shelf));
  };
}

/** The prompt that asks for the outcome of prose that stands. */
export function outcomeRepairWriter(shelf: PromptShelf): WriteOutcomeRepair {
  return ({ contract, problems, prose, reply }) => {
    const variables = { contract, problems: list(problems), prose, reply };
    return asRepair(writeStepPrompt('outcome-repair', variables, shelf));
  };
}

function list(problems: readonly string[]): string {
  return problems.map((problem) => `- ${problem}`).join('\n');
}

function asRepair({ system, messages, prompts }: StepPrompt): RepairPrompt {
  return { system: system[0]?.text ?? '', user: messages[0]?.text ?? '', prompts };
}
