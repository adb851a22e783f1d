import { oneLine } from './assembly/write-lines.ts';
import { numberSentences } from './judge-prompt.ts';
import { type PromptShelf, type StepPrompt, writeStepPrompt } from './step-prompt.ts';

export type ProseRepairInput = {
  /** Sentences of the prose, in order; the model is shown them with numbers from 1. */
  readonly sentences: readonly string[];
  /** A line for each finding, with the numbers of its sentences. */
  readonly problems: readonly string[];
  /** Name of the player's character. */
  readonly persona: string;
  /** What is so: place, result of the rules, the row that was rolled. No secrets. */
  readonly facts: readonly string[];
};

/** Writes the prompt that asks for new sentences in place of faulty ones. */
export function writeProseRepairPrompt(input: ProseRepairInput, shelf: PromptShelf): StepPrompt {
  const variables = {
    persona: oneLine(input.persona),
    problems: input.problems.map((problem) => `- ${oneLine(problem)}`).join('\n'),
    facts: input.facts.map((fact) => `- ${oneLine(fact)}`).join('\n'),
    prose: numberSentences(input.sentences),
  };
  return writeStepPrompt('check-repair', variables, shelf);
}
