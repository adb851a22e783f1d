import { applyAllOrNone } from '#engine/state/apply-operations.ts';
import { afterTime } from '../brought-by-time.ts';
import type { Applied, Checked, TurnContext } from '../context.ts';
import { NOTHING_HAPPENED, rowsFrom } from '../rows-from.ts';
import { asAsker } from '../ruled-by.ts';
import { defineStep } from '../step.ts';
import { OperationsRefusedError } from '../turn-failure.ts';
import type { TurnTools } from '../turn-tools.ts';

type Gives = Applied & Checked;

/** Changes the world as the game master says, all of it or nothing. Nobody narrates it. */
export const applyGiven = defineStep<TurnContext, Gives, Pick<TurnTools, 'recorder' | 'newId'>>({
  name: 'apply-given',

  async run(moment, { recorder, newId }) {
    const { lease, snapshot } = moment;
    const { input } = lease.turn;
    if (input.kind !== 'operations') throw new Error(`a turn of kind ${input.kind} brings no operations`);
    const context = asAsker(input.asker, moment);
    const applied = applyAllOrNone(snapshot, input.proposals, context);
    recorder.operations({ effects: applied.effects, rejected: applied.rejected });
    const [refused] = applied.rejected;
    if (refused !== undefined) throw new OperationsRefusedError(refused.rejection.reason);
    const then = afterTime(snapshot, applied, context, recorder);
    const happened = { ...NOTHING_HAPPENED, effects: then.effects };
    return {
      nextSnapshot: then.snapshot,
      rows: rowsFrom(happened, then.snapshot, moment, newId),
      loreAfter: 'invalidated',
      prose: '',
      findings: [],
    };
  },
});
