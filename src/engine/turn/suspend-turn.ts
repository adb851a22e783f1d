import { assertNever } from '#engine/kit/assert-never.ts';
import { type TurnEventBody, toTurnEventRow } from '#engine/live/turn-event.ts';
import type { Lease } from '#engine/store/leases.ts';
import type { Suspension } from '#engine/store/turns.ts';
import { attemptEnded } from './attempt-ended.ts';
import { LeaseLostError } from './turn-failure.ts';
import type { TurnTools } from './turn-tools.ts';

type Uses = Pick<TurnTools, 'store' | 'log' | 'events' | 'recorder' | 'clock' | 'newId'>;

/** Lets a turn wait for the player in its own row. The session is free; the answer takes the turn up again. */
export async function suspendTurn(
  lease: Lease,
  suspension: Suspension,
  { store, log, events, recorder, clock, newId }: Uses,
): Promise<void> {
  const told = await events.rest();
  const at = clock();
  const { turn } = lease;
  const written = await store.endings.suspend(lease, {
    suspension,
    recording: {
      id: newId(),
      content: recorder.written(attemptEnded(lease, { type: 'suspended', suspension }, at)),
    },
    events: [...told, toldOf(suspension, turn.attempt)].map((event) => toTurnEventRow(turn.id, event, at)),
    at,
  });
  if (written === null) throw new LeaseLostError(`turn ${turn.id} found its session moved on`);
  log.announce(written);
}

function toldOf(suspension: Suspension, attempt: number): TurnEventBody {
  switch (suspension.kind) {
    case 'clarification':
      return {
        type: 'clarification-asked',
        attempt,
        question: suspension.question,
        options: [...(suspension.options ?? [])],
      };
    case 'roll': {
      const { purpose, expression, rows } = suspension;
      return { type: 'roll-awaited', attempt, purpose, expression, rows: [...rows] };
    }
    default:
      return assertNever(suspension);
  }
}
