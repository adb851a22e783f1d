import type { AsideInput } from '#engine/contracts/aside.ts';
import { toOneLine } from './assembly/write-lines.ts';
import { writeOperations } from './assembly/write-operations.ts';
import {
  type FittedPrompt,
  type PromptReduction,
  type PromptSource,
  reducePrompt,
  writeStepPrompt,
} from './step-prompt.ts';

const BUDGET = 6000;

/** The last lines of the scene go first, half of them at a time; then the rules. */
const SACRIFICES: readonly PromptReduction<AsideInput>[] = [
  {
    of: 'scene',
    apply: (input) => {
      const lines = input.scene.split('\n');
      return lines.length < 4
        ? null
        : { ...input, scene: lines.slice(0, Math.ceil(lines.length / 2)).join('\n') };
    },
  },
  { of: 'rulebook', apply: (input) => (input.rulebook === '' ? null : { ...input, rulebook: '' }) },
];

/** Writes the prompt for a question outside the story. */
export function writeDmPrompt(input: AsideInput, promptSource: PromptSource): FittedPrompt {
  const write = ({ rulebook, scene, language, playerText: question }: AsideInput) =>
    writeStepPrompt('mode-dm', { rulebook, scene, language, question }, promptSource);
  return reducePrompt(input, { budget: BUDGET, window: promptSource.window }, write, SACRIFICES);
}

/** Writes the prompt for a pause in which the player's character thinks. */
export function writeThinkPrompt(input: AsideInput, promptSource: PromptSource): FittedPrompt {
  const write = ({ scene, persona, language, playerText: question }: AsideInput) =>
    writeStepPrompt('mode-think', { scene, persona: toOneLine(persona), language, question }, promptSource);
  return reducePrompt(input, { budget: BUDGET, window: promptSource.window }, write, SACRIFICES);
}

/** Writes the prompt for a command of the campaign's owner. The list of operations is never cut. */
export function writeGodPrompt(input: AsideInput, promptSource: PromptSource): FittedPrompt {
  const write = ({ operations, scene, language, playerText: command }: AsideInput) =>
    writeStepPrompt(
      'mode-god',
      { operations: writeOperations(operations, promptSource.variant ?? 'full'), scene, language, command },
      promptSource,
    );
  return reducePrompt(input, { budget: BUDGET * 2, window: promptSource.window }, write, SACRIFICES);
}
