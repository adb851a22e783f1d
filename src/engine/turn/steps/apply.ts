import type { NarrateOutcome } from '#engine/llm/narrate-outcome.ts';
import { applyOperations } from '#engine/state/apply.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { impliedBy, operationsFrom } from '../operations-from.ts';
import type { Playbook } from '../playbook.ts';
import { defineStep } from '../step.ts';
import type { TurnTools } from '../turn-tools.ts';

type Needs = {
  readonly snapshot: Snapshot;
  readonly playbook: Playbook;
  readonly outcome: NarrateOutcome;
  readonly seed: string;
  readonly sceneIndex: number;
  readonly rollsMade: number;
};
type Gives = { readonly nextSnapshot: Snapshot };

/** Lets the world change as proposed, as far as the rules allow; a copy changes, the scene before stays as it was. */
export const apply = defineStep<Needs, Gives, Pick<TurnTools, 'recorder'>>({
  name: 'apply',

  async run({ snapshot, playbook, outcome, seed, sceneIndex, rollsMade }, { recorder }) {
    const shared = { sceneIndex, rules: playbook.rules, calendar: playbook.calendar };
    const proposed = applyOperations(snapshot, [...outcome.operations, ...impliedBy(outcome)], {
      ...shared,
      asker: 'model',
      dice: { seed, nextOrdinal: rollsMade },
    });
    const hasTimePassed = proposed.effects.some(({ type }) => type === 'time-advanced');
    // The rest of the outcome says what follows anyway; the engine itself asks for it.
    const followed = applyOperations(proposed.snapshot, operationsFrom(outcome, hasTimePassed), {
      ...shared,
      asker: 'engine',
      dice: { seed, nextOrdinal: proposed.nextOrdinal },
    });
    for (const { effects, rejected } of [proposed, followed]) recorder.operations({ effects, rejected });
    return { nextSnapshot: followed.snapshot };
  },
});
