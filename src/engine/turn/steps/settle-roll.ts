import { isRejection } from '#engine/kit/rejection.ts';
import { RollType } from '#engine/llm/call-type.ts';
import type { RolledRow } from '#engine/llm/narrate-input.ts';
import { rowFor } from '#engine/rules/roll-table.ts';
import { applyOperations } from '#engine/state/apply.ts';
import { directedFrom } from '../directed.ts';
import type { Moment, Resolved, Routed, Validated } from '../draft.ts';
import { rollOnTable } from '../resolving/roll-on-table.ts';
import { reveal } from '../reveal.ts';
import { rolledEvent } from '../rolled-event.ts';
import { diceFrom, ruledBy } from '../ruled-by.ts';
import { defineStep } from '../step.ts';
import { RollRefusedError } from '../turn-failure.ts';
import type { TurnTools } from '../turn-tools.ts';

type Needs = Moment & Routed & Validated;
type Uses = Pick<TurnTools, 'events' | 'recorder'>;

/** Rolls on the table that was offered, when that is what the turn is; and brings to light what the player found. */
export const settleRoll = defineStep<Needs, Resolved, Uses>({
  name: 'settle-roll',

  async run(draft, { events, recorder }) {
    const found = reveal(draft.snapshot, draft, recorder);
    const nothing = { resolved: null, rolled: null, rolls: [], observations: [] };
    const { input } = draft.lease.turn;
    const { pendingRoll } = draft.snapshot;
    if (input.kind !== 'roll' && pendingRoll !== null) {
      throw new RollRefusedError(`a roll is awaited: ${pendingRoll.purpose}`);
    }
    if (input.kind === 'instruction') return { ...nothing, ...directedFrom(found, draft, recorder) };
    if (input.kind !== 'roll') return { ...nothing, ...found };

    if (pendingRoll === null) throw new RollRefusedError('no roll is awaited; say what you do instead');
    if (draft.persona.id !== pendingRoll.personaId) {
      throw new RollRefusedError(`the roll for ${pendingRoll.purpose} is awaited of somebody else`);
    }
    const roll = rollOnTable(draft, input.faces, pendingRoll.purpose);
    const row = rowFor(pendingRoll, roll.total);
    if (isRejection(row)) throw new Error(`an offered table has no row for ${roll.total}: ${row.reason}`);
    recorder.roll(roll);
    events.emit(rolledEvent(draft.lease.turn.attempt, roll, row.outcome));
    const rolled: RolledRow = {
      type: RollType.catch('narrative').parse(pendingRoll.type),
      purpose: pendingRoll.purpose,
      value: roll.total,
      from: row.from,
      to: row.to,
      outcome: row.outcome,
    };
    const cleared = applyOperations(found.standing, [{ op: 'settle_roll', value: roll.total }], {
      ...ruledBy(draft),
      dice: diceFrom(draft, 1),
    });
    recorder.operations({ asker: 'engine', effects: cleared.effects, rejected: cleared.rejected });
    return {
      ...nothing,
      ...found,
      standing: cleared.snapshot,
      effects: [...found.effects, ...cleared.effects],
      rolled,
      rolls: [roll],
    };
  },
});
