import type { ResolveInput } from '#engine/contracts/rulebook-resolution.ts';
import { toOneLine } from './assembly/write-lines.ts';
import { writeOperations } from './assembly/write-operations.ts';
import {
  dropLastHalf,
  type FittedPrompt,
  type PromptReduction,
  type PromptSource,
  reducePrompt,
  writeStepPrompt,
} from './step-prompt.ts';

const BUDGET = 6000;

/** Memories go first, then people of whom the least matters; the rulebook is never cut. */
const SACRIFICES: readonly PromptReduction<ResolveInput>[] = [
  {
    of: 'memories',
    apply: (input) =>
      input.involved.every(({ memories }) => memories.length === 0)
        ? null
        : {
            ...input,
            involved: input.involved.map((one) => ({ ...one, memories: dropLastHalf(one.memories) ?? [] })),
          },
  },
  {
    of: 'people',
    apply: (input) =>
      input.involved.length <= 2 ? null : { ...input, involved: input.involved.slice(0, -1) },
  },
];

/** Writes the prompt that asks what the rulebook makes of an attempt. */
export function writeResolvePrompt(input: ResolveInput, promptSource: PromptSource): FittedPrompt {
  return reducePrompt(
    input,
    { budget: BUDGET, window: promptSource.window },
    (one) => writeStepPrompt('resolve', toVariables(one, promptSource), promptSource),
    SACRIFICES,
  );
}

function toVariables(input: ResolveInput, promptSource: PromptSource) {
  const lines = (texts: readonly string[]) => texts.map(toOneLine).join('\n');
  return {
    rulebook: input.rulebook,
    operations: writeOperations(input.operations, promptSource.variant ?? 'full'),
    scene: input.scene,
    sheets: lines(
      input.involved.map(({ characterId, name, sheet }) => `${name} (${characterId}): ${sheet.join('; ')}`),
    ),
    memories: lines(
      input.involved.flatMap(({ name, memories }) =>
        memories.map((memory) => `${name} remembers: ${memory}`),
      ),
    ),
    actions: lines(input.actions),
    blocked: lines(input.blocked),
    language: input.language,
    input: [input.playerText, input.intent === '' ? '' : `(${input.intent})`]
      .filter((text) => text !== '')
      .join('\n'),
  };
}
