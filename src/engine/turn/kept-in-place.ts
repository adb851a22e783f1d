import { reject } from '#engine/kit/rejection.ts';
import type { NarrateOutcome } from '#engine/llm/narrate-outcome.ts';
import type { Happened } from './at-stake.ts';
import { personaHoldOf } from './persona-hold-of.ts';
import { leadsElsewhere } from './presence-after.ts';
import type { Recorder } from './recorder.ts';

const STAYS = reject(
  'persona-stays',
  'The party stays: neither the words of its players nor anything that happened takes it elsewhere.',
);

/**
 * What a narration means for the world, without its taking the party somewhere where nothing has brought that about. What was
 * left out is recorded as refused, and prose that tells of it stands against a scene that has not moved.
 */
export function keptInPlace(
  outcome: NarrateOutcome,
  told: Happened,
  recorder: Pick<Recorder, 'operations'>,
): NarrateOutcome {
  const moves = outcome.operations.filter(({ op }) => op === 'move_party');
  const isLed = leadsElsewhere(outcome, told.standing);
  if (!isLed && moves.length === 0) return outcome;
  const { events, operations } = outcome;
  const destination = destinationOf(outcome, told);
  const hold = personaHoldOf({ ...told, events, operations, destination });
  if (!hold.staying.includes(told.persona.id)) return outcome;
  const { scene_transition, location } = outcome;
  const refused = [...moves, ...(isLed ? [{ op: 'move_party', scene_transition, location }] : [])];
  recorder.operations({
    asker: 'model',
    proposals: refused,
    effects: [],
    rejected: refused.map((proposal, index) => ({ index, proposal, rejection: STAYS })),
  });
  return {
    ...outcome,
    operations: outcome.operations.filter((operation) => !moves.includes(operation)),
    ...(isLed ? { scene_transition: null, location: '' } : {}),
  };
}

/** Every name an account gives the place it leads to. */
function destinationOf(
  { scene_transition, location, operations }: NarrateOutcome,
  { standing }: Happened,
): string {
  const ids = [scene_transition?.location_id, ...operations.map(({ placeId }) => placeId)];
  const names = Object.values(standing.entities).filter(({ id }) => ids.includes(id));
  return [scene_transition?.name ?? '', location, ...names.map(({ name }) => name)].join(' ');
}
