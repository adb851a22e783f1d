import type { PlanInput } from '#engine/contracts/plan.ts';
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

const BUDGET = 4000;

/** The beginning of the last narration goes first, then the scene's end, then threads and pressures. */
const SACRIFICES: readonly PromptReduction<PlanInput>[] = [
  {
    of: 'last narration',
    apply: (input) => {
      const recent = keepEnd(input.recent);
      return recent === null ? null : { ...input, recent };
    },
  },
  {
    of: 'threads',
    apply: (input) => {
      const threads = dropLastHalf(input.threads);
      return threads === null ? null : { ...input, threads };
    },
  },
  {
    of: 'scene',
    apply: (input) => {
      const lines = dropLastHalf(input.scene.split('\n').slice(1));
      return lines === null || lines.length === 0
        ? null
        : { ...input, scene: [input.scene.split('\n')[0], ...lines].join('\n') };
    },
  },
];

/** Writes the prompt that asks how the turn should go. */
export function writePlanPrompt(input: PlanInput, promptSource: PromptSource): FittedPrompt {
  return reducePrompt(
    input,
    { budget: BUDGET, window: promptSource.window },
    (one) => writeStepPrompt('plan', toVariables(one), promptSource),
    SACRIFICES,
  );
}

function toVariables(input: PlanInput) {
  const lines = (texts: readonly string[]) => texts.map(toOneLine).join('\n');
  return {
    tone: input.tone,
    scene: input.scene,
    cast: lines(input.cast.map(({ name, goals }) => `${name}: ${goals.join('; ')}`)),
    threads: lines(input.threads),
    pressures: lines(input.pressures),
    actions: lines(input.actions),
    blocked: lines(input.blocked),
    outcome: lines(input.outcome),
    recent: input.recent,
    last_moves: input.lastMoves.join(', '),
    language: input.language,
    input: [input.playerText, input.intent === '' ? '' : `(${input.intent})`]
      .filter((text) => text !== '')
      .join('\n'),
  };
}
