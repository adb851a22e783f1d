import type { NarrationOutcome } from '#engine/llm/narration.ts';
import { applyOperations } from '#engine/state/apply.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { Playbook } from '../playbook.ts';
import { defineStep } from '../step.ts';
import type { TurnTools } from '../turn-tools.ts';

type Needs = {
  readonly snapshot: Snapshot;
  readonly playbook: Playbook;
  readonly outcome: NarrationOutcome;
  readonly sceneIndex: number;
};
type Gives = { readonly nextSnapshot: Snapshot };

/** Lets the world change as proposed, as far as the rules allow; a copy changes, the scene before stays as it was. */
export const apply = defineStep<Needs, Gives, Pick<TurnTools, 'recorder'>>({
  name: 'apply',

  async run({ snapshot, playbook, outcome, sceneIndex }, { recorder }) {
    const { operations, choices, summary } = outcome;
    const applied = applyOperations(snapshot, operations, {
      asker: 'model',
      sceneIndex,
      allowedOperations: playbook.mechanics.allowed_operations,
    });
    recorder.operations(applied.effects, applied.rejected);
    const runningSummary = [snapshot.runningSummary, summary].filter((text) => text !== '').join('\n');
    return { nextSnapshot: { ...applied.snapshot, planning: { choices: [...choices] }, runningSummary } };
  },
});
