import { RollType } from '#engine/contracts/call-type.ts';
import type { RolledRow } from '#engine/contracts/narrate-input.ts';
import { isRejection } from '#engine/kit/rejection.ts';
import type { Roll } from '#engine/rules/roll.ts';
import { rowFor } from '#engine/rules/roll-table.ts';
import { applyOperations } from '#engine/state/apply-operations.ts';
import type { Effect } from '#engine/state/effect.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { TurnContext } from '../context.ts';
import { rolledEvent } from '../rolled-event.ts';
import { diceFrom, ruledBy } from '../ruled-by.ts';
import { RollRefusedError } from '../turn-failure.ts';
import type { TurnTools } from '../turn-tools.ts';
import { rollOnTable } from './roll-on-table.ts';

export type SettledTable = {
  readonly snapshot: Snapshot;
  readonly effects: readonly Effect[];
  readonly rolls: readonly Roll[];
  readonly rolled: RolledRow;
  /** Minutes the row takes; null when nobody said. */
  readonly minutes: number | null;
};

/** Rolls on the table the scene offered. The row that is hit binds: its operations and its time are applied here. */
export function settleTable(
  context: TurnContext,
  faces: readonly number[] | null,
  { events, recorder }: Pick<TurnTools, 'events' | 'recorder'>,
): SettledTable {
  const { pendingRoll } = context.snapshot;
  if (pendingRoll === null) throw new RollRefusedError('no roll is awaited; say what you do instead');
  if (context.persona.id !== pendingRoll.personaId) {
    throw new RollRefusedError(`the roll for ${pendingRoll.purpose} is awaited of somebody else`);
  }
  const roll = rollOnTable(context, faces, pendingRoll.purpose);
  const row = rowFor(pendingRoll, roll.total);
  if (isRejection(row)) throw new Error(`an offered table has no row for ${roll.total}: ${row.reason}`);
  recorder.roll(roll);
  events.emit(rolledEvent(context.lease.turn.attempt, roll, row.outcome));
  const engine = { ...ruledBy(context), dice: diceFrom(context, 1) };
  const settled = applyOperations(context.snapshot, [{ op: 'settle_roll', value: roll.total }], engine);
  // The row's changes were proposed by a model when it was offered; the roll has put everything at stake.
  const applied = applyOperations(settled.snapshot, row.operations ?? [], {
    ...engine,
    asker: 'model',
    dice: diceFrom(context, settled.nextOrdinal),
  });
  for (const { effects, rejected } of [settled, applied]) recorder.operations({ effects, rejected });
  return {
    snapshot: applied.snapshot,
    effects: [...settled.effects, ...applied.effects].filter(({ type }) => type !== 'rolled'),
    rolls: [roll, ...applied.effects.flatMap((effect) => (effect.type === 'rolled' ? effect.roll : []))],
    rolled: {
      type: RollType.catch('narrative').parse(pendingRoll.type),
      purpose: pendingRoll.purpose,
      value: roll.total,
      from: row.from,
      to: row.to,
      outcome: row.outcome,
    },
    minutes: row.minutes ?? null,
  };
}
