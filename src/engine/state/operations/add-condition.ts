import { z } from 'zod';
import { type Rejection, reject } from '#engine/kit/rejection.ts';
import { addMicroseconds, compareWorldTimes, type WorldTime } from '#engine/kit/world-time.ts';
import { Srd5eAbility } from '#engine/rules/srd5e-ability.ts';
import { type Srd5eConditionEnd, Srd5eConditionName } from '#engine/rules/srd5e-condition.ts';
import { addCondition as putOn } from '#engine/rules/srd5e-conditions.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation, type OperationContext } from '../operation.ts';
import { findCharacter } from '../parts/find.ts';
import { Moment, momentOf } from '../parts/moment.ts';
import { Duration, microsecondsOf } from '../parts/passing-time.ts';
import { withEntity } from '../parts/replace.ts';
import { afterRounds, takesTurns } from '../parts/rounds.ts';
import { statBlockOf, withStatBlock } from '../parts/stat-block.ts';
import type { Character } from '../record.ts';
import { Line, Name } from '../records/bounds.ts';
import type { Snapshot } from '../snapshot.ts';

const Input = z.strictObject({
  characterId: CharacterId,
  name: Name,
  source: Line.min(1).default('the story'),
  until: Moment.optional(),
  lasts: Duration.optional(),
  rounds: z.int().min(1).max(14_400).optional(),
  save: z.strictObject({ ability: Srd5eAbility, dc: z.int().min(1).max(40) }).optional(),
});
type Input = z.output<typeof Input>;

/** Puts a condition on a character. The SRD's own change its stat block; any other is a word to play by. */
export const addCondition = defineOperation({
  name: 'add_condition',
  summary:
    'Puts a condition on a character, until a moment, for a time, for some rounds, or until it is removed.',
  input: Input,

  apply(snapshot, input, context) {
    const character = findCharacter(snapshot, input.characterId, ['characterId']);
    if ('rejected' in character) return character;
    const until = endOf(snapshot, input, context);
    if (until !== null && 'rejected' in until) return until;
    const known = Srd5eConditionName.safeParse(input.name.toLowerCase());
    const inBlock = context.rules.srd5e && known.success && Object.keys(character.stats).length > 0;
    return inBlock
      ? srdCondition(snapshot, input, known.data, until, context)
      : plainCondition(snapshot, character, input, until);
  },
});

function endOf(
  snapshot: Snapshot,
  { until, lasts }: Input,
  { calendar }: OperationContext,
): WorldTime | Rejection | null {
  const moment = until === undefined ? null : momentOf(until, snapshot.time, calendar);
  const end = lasts === undefined ? moment : addMicroseconds(snapshot.time, microsecondsOf(lasts));
  if (end === null || 'rejected' in end) return end;
  if (compareWorldTimes(end, snapshot.time) > 0) return end;
  return reject('over-already', 'A condition must last for a while.', [
    lasts === undefined ? 'until' : 'lasts',
  ]);
}

function srdCondition(
  snapshot: Snapshot,
  { characterId, source, rounds, save }: Input,
  name: Srd5eConditionName,
  until: WorldTime | null,
  context: OperationContext,
): Snapshot | Rejection {
  const found = statBlockOf(snapshot, characterId, ['characterId'], context);
  if ('rejected' in found) return found;
  const timed = until === null ? ({ when: 'removed' } as const) : ({ when: 'time', at: until } as const);
  const ends = rounds === undefined ? timed : lasting(snapshot, characterId, rounds);
  const block = putOn(found.block, { name, source, ends, save: save ?? null });
  return 'rejected' in block ? block : withStatBlock(snapshot, found.character, block);
}

/** Only whoever takes turns can count rounds; everybody else is held until a moment. */
function lasting(snapshot: Snapshot, characterId: CharacterId, rounds: number): Srd5eConditionEnd {
  if (takesTurns(snapshot, characterId)) return { when: 'rounds', remaining: rounds };
  return { when: 'time', at: afterRounds(snapshot.time, rounds) };
}

function plainCondition(
  snapshot: Snapshot,
  character: Character,
  { name, source, rounds }: Input,
  until: WorldTime | null,
): Snapshot {
  const end = rounds === undefined ? until : afterRounds(snapshot.time, rounds);
  const condition = { name, source, ...(end !== null && { until: end }) };
  const others = character.conditions.filter((other) => other.name !== name || other.source !== source);
  return withEntity(snapshot, { ...character, conditions: [...others, condition] });
}
