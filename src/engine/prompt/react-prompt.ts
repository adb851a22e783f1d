import type { ReactInput } from '#engine/contracts/reaction.ts';
import { toOneLine } from './assembly/write-lines.ts';
import {
  dropLastHalf,
  type FittedPrompt,
  keepEnd,
  type PromptReduction,
  type PromptSource,
  reducePrompt,
  writeStepPrompt,
} from './step-prompt.ts';

const BUDGET = 3000;

/** The weakest memories go first, then the beginning of the last narration, then the sheet and the rules. */
const SACRIFICES: readonly PromptReduction<ReactInput>[] = [
  {
    of: 'memories',
    apply: (input) => {
      const memories = dropLastHalf(input.memories);
      return memories === null ? null : { ...input, memories };
    },
  },
  {
    of: 'last narration',
    apply: (input) => {
      const lastNarration = keepEnd(input.lastNarration);
      return lastNarration === null ? null : { ...input, lastNarration };
    },
  },
  { of: 'sheet', apply: (input) => (input.sheet.length === 0 ? null : { ...input, sheet: [] }) },
  { of: 'rulebook', apply: (input) => (input.rulebook === '' ? null : { ...input, rulebook: '' }) },
];

/** Writes the prompt that asks one character what it does. */
export function writeReactPrompt(input: ReactInput, promptSource: PromptSource): FittedPrompt {
  return reducePrompt(
    input,
    { budget: BUDGET, window: promptSource.window },
    (one) => writeStepPrompt('react', toVariables(one), promptSource),
    SACRIFICES,
  );
}

function toVariables(input: ReactInput) {
  return {
    name: toOneLine(input.name),
    profile: input.profile,
    relations: input.relations.map(toOneLine).join('\n'),
    sheet: input.sheet.map(toOneLine).join('\n'),
    rulebook: input.rulebook,
    checks: input.checks.map(({ id, covers }) => toOneLine(`${id}: ${covers}`)).join('\n'),
    scene: input.scene,
    present: input.present.map(({ id, name }) => toOneLine(`${name} (${id})`)).join(', '),
    fight: input.fights ? 'yes' : '',
    memories: input.memories.map(({ content }) => toOneLine(`- ${content}`)).join('\n'),
    outcome: input.outcome.map(toOneLine).join('\n'),
    agenda: toOneLine(input.agenda),
    recent: input.lastNarration,
    language: input.language,
    input: input.playerText,
  };
}
