import type { RepairPrompt, WriteRepair } from '#engine/llm/structured.ts';
import { type PromptShelf, type StepPrompt, writeStepPrompt } from './step-prompt.ts';

/** The prompt that shows a model what is wrong with its structured reply. */
export function repairWriter(shelf: PromptShelf): WriteRepair {
  return ({ contract, problems, reply }) => {
    return asRepair(writeStepPrompt('repair', { contract, problems: list(problems), reply }, shelf));
  };
}

function list(problems: readonly string[]): string {
  return problems.map((problem) => `- ${problem}`).join('\n');
}

function asRepair({ system, messages, prompts }: StepPrompt): RepairPrompt {
  return { system: system[0]?.text ?? '', user: messages[0]?.text ?? '', prompts };
}
