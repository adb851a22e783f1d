import type { Revealed, RolledRow } from '#engine/contracts/narrate-input.ts';
import { RollType } from '#engine/contracts/reading.ts';
import { findTableRow, type Roll } from '#engine/rules/roll.ts';
import { createRollLedger } from '#engine/rules/verifiable-rolls.ts';
import { applyOperations } from '#engine/state/apply-operations.ts';
import type { Effect } from '#engine/state/effect.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { isRejection } from '#engine/util/rejection.ts';
import type { TurnContext } from '../context.ts';
import type { TurnTools } from '../engine-services.ts';
import { RollRefusedError } from '../turn-failure.ts';
import { createDicePosition, createEngineApplyContext } from './apply-context.ts';
import { toDiceRolledEvent } from './player-rolls.ts';
import { setOffHeldTriggers } from './triggers.ts';

/** Rolls 1d100 on a table: the engine's own roll, or the number a player read from their dice where the rules allow it. */
function rollOnTable(turnContext: TurnContext, faces: readonly number[] | null, purpose: string): Roll {
  const { seed, playbook, persona } = turnContext;
  const ledger = createRollLedger(seed, turnContext);
  const { player_dice: playerDice } = playbook.mechanics;
  const details = { characterId: persona.id };
  const roll =
    faces === null
      ? ledger.roll('1d100', purpose, details)
      : ledger.rollByPlayer('1d100', faces, purpose, { ...details, playerDice });
  if (isRejection(roll)) throw new RollRefusedError(roll.reason);
  return roll;
}

type ResolvedTable = {
  readonly snapshot: Snapshot;
  readonly effects: readonly Effect[];
  readonly rolls: readonly Roll[];
  readonly rolled: RolledRow;
  /** Minutes the row takes; null when it does not say. */
  readonly minutes: number | null;
  /** Facts and authored answers that were held for this roll and that the row brings. */
  readonly revealed: readonly Revealed[];
  readonly responses: readonly Revealed[];
};

/** Rolls on the table the scene offered. The row that is hit binds: its operations and its time are applied here. */
export function resolveOfferedTable(
  context: TurnContext,
  faces: readonly number[] | null,
  { events, recorder }: Pick<TurnTools, 'events' | 'recorder'>,
): ResolvedTable {
  const { pendingRoll } = context.snapshot;
  if (pendingRoll === null) throw new RollRefusedError('no roll is awaited; say what you do instead');
  if (context.persona.id !== pendingRoll.personaId) {
    throw new RollRefusedError(`the roll for ${pendingRoll.purpose} is awaited of somebody else`);
  }
  const roll = rollOnTable(context, faces, pendingRoll.purpose);
  const row = findTableRow(pendingRoll, roll.total);
  if (isRejection(row)) throw new Error(`an offered table has no row for ${roll.total}: ${row.reason}`);
  recorder.roll(roll);
  events.emit(toDiceRolledEvent(context, roll));
  const engine = { ...createEngineApplyContext(context), dice: createDicePosition(context, 1) };
  const settled = applyOperations(context.snapshot, [{ op: 'settle_roll', value: roll.total }], engine);
  // The row's changes were proposed by a model when it was offered; the roll has put everything at stake.
  const applied = applyOperations(settled.snapshot, row.operations ?? [], {
    ...engine,
    asker: 'model',
    dice: createDicePosition(context, settled.nextOrdinal),
  });
  for (const { effects, rejected } of [settled, applied]) recorder.operations({ effects, rejected });
  const found = setOffHeldTriggers(
    row.triggers ?? [],
    applied.snapshot,
    { context, nextOrdinal: applied.nextOrdinal },
    recorder,
  );
  const effects = [...settled.effects, ...applied.effects, ...found.effects];
  return {
    snapshot: found.snapshot,
    effects: effects.filter(({ type }) => type !== 'rolled'),
    rolls: [roll, ...effects.flatMap((effect) => (effect.type === 'rolled' ? effect.roll : []))],
    revealed: found.revealed,
    responses: found.responses,
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
