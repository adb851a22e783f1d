import { applyAllOrNone } from '#engine/state/apply.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { Playbook } from '../playbook.ts';
import { defineStep } from '../step.ts';
import { OperationsRefusedError } from '../turn-failure.ts';
import type { TurnStart, TurnTools } from '../turn-tools.ts';

type Needs = TurnStart & {
  readonly snapshot: Snapshot;
  readonly playbook: Playbook;
  readonly seed: string;
  readonly sceneIndex: number;
};
type Gives = { readonly nextSnapshot: Snapshot; readonly narration: string };

/** Changes the world as the game master says, all of it or nothing. Nobody narrates it. */
export const applyGiven = defineStep<Needs, Gives, Pick<TurnTools, 'recorder'>>({
  name: 'apply-given',

  async run({ lease, snapshot, playbook, seed, sceneIndex }, { recorder }) {
    const { input } = lease.turn;
    if (input.kind !== 'operations') throw new Error(`a turn of kind ${input.kind} brings no operations`);
    const applied = applyAllOrNone(snapshot, input.proposals, {
      asker: input.asker,
      sceneIndex,
      rules: playbook.rules,
      calendar: playbook.calendar,
      dice: { seed, nextOrdinal: 0 },
    });
    recorder.operations({ effects: applied.effects, rejected: applied.rejected });
    const [refused] = applied.rejected;
    if (refused !== undefined) throw new OperationsRefusedError(refused.rejection.reason);
    return { nextSnapshot: applied.snapshot, narration: '' };
  },
});
