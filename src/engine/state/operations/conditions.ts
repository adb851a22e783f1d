import { z } from 'zod';
import { addCondition as putOn, removeCondition as takeOff } from '#engine/srd5e/conditions.ts';
import { parseStatBlock } from '#engine/srd5e/stat-block.ts';
import { Srd5eAbility, Srd5eConditionName, Srd5eEnding } from '#engine/srd5e/terms.ts';
import { omitUndefined } from '#engine/util/omit-undefined.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import { addMicroseconds, compareWorldTimes, type WorldTime } from '#engine/util/world-time.ts';
import { addRounds, endAfterRounds, removeExpiredConditions } from '../conditions.ts';
import { findCharacter } from '../edits/find-records.ts';
import { withEntity } from '../edits/replace-records.ts';
import { findStatBlock, withStatBlock } from '../edits/stat-block.ts';
import { Duration, Moment, resolveMoment, toMicroseconds } from '../edits/world-time.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation, type OperationContext } from '../operation.ts';
import type { Character } from '../record.ts';
import { Line, Name } from '../records/field-types.ts';
import type { Snapshot } from '../snapshot.ts';

const Input = z.strictObject({
  characterId: CharacterId,
  name: Name,
  source: Line.min(1).default('the story'),
  until: Moment.optional(),
  lasts: Duration.optional(),
  rounds: z.int().min(1).max(2_000_000).optional(),
  save: z.strictObject({ ability: Srd5eAbility, dc: z.int().min(1).max(40) }).optional(),
  heldBy: CharacterId.optional().describe('The caster whose concentration keeps it up.'),
  endsOn: z.array(Srd5eEnding).max(4).optional().describe('Deeds or sufferings that end it before its time.'),
  spellLevel: z.int().min(0).max(9).optional().describe('Level of the slot of the spell it comes from.'),
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
  const moment = until === undefined ? null : resolveMoment(until, snapshot.time, calendar);
  const end = lasts === undefined ? moment : addMicroseconds(snapshot.time, toMicroseconds(lasts));
  if (end === null || 'rejected' in end) return end;
  if (compareWorldTimes(end, snapshot.time) > 0) return end;
  return reject('over-already', 'A condition must last for a while.', [
    lasts === undefined ? 'until' : 'lasts',
  ]);
}

function srdCondition(
  snapshot: Snapshot,
  { characterId, source, rounds, save, heldBy, endsOn, spellLevel }: Input,
  name: Srd5eConditionName,
  until: WorldTime | null,
  context: OperationContext,
): Snapshot | Rejection {
  const found = findStatBlock(snapshot, characterId, ['characterId'], context);
  if ('rejected' in found) return found;
  const timed = until === null ? ({ when: 'removed' } as const) : ({ when: 'time', at: until } as const);
  const ends = rounds === undefined ? timed : endAfterRounds(snapshot, characterId, rounds);
  const block = putOn(found.block, {
    name,
    source,
    ends,
    save: save ?? null,
    ...omitUndefined({ held_by: heldBy, ends_on: endsOn, spell_level: spellLevel }),
  });
  return 'rejected' in block ? block : withStatBlock(snapshot, found.character, block);
}

function plainCondition(
  snapshot: Snapshot,
  character: Character,
  { name, source, rounds }: Input,
  until: WorldTime | null,
): Snapshot {
  const end = rounds === undefined ? until : addRounds(snapshot.time, rounds);
  const condition = { name, source, ...(end !== null && { until: end }) };
  const others = character.conditions.filter((other) => other.name !== name || other.source !== source);
  return withEntity(snapshot, { ...character, conditions: [...others, condition] });
}

/** Ends a condition: from one source, or from all. */
export const removeCondition = defineOperation({
  name: 'remove_condition',
  summary: 'Ends a condition of a character: the one from a source, or all of the name.',
  input: z.strictObject({ characterId: CharacterId, name: Name, source: Line.optional() }),

  apply(snapshot, { characterId, name, source }, context) {
    const character = findCharacter(snapshot, characterId, ['characterId']);
    if ('rejected' in character) return character;
    const others = character.conditions.filter(
      (other) => other.name !== name || (source !== undefined && other.source !== source),
    );
    if (others.length < character.conditions.length) {
      return withEntity(snapshot, { ...character, conditions: others });
    }
    const known = Srd5eConditionName.safeParse(name.toLowerCase());
    if (!context.rules.srd5e || !known.success) {
      return reject('condition-absent', `${character.name} is not ${name}.`, ['name']);
    }
    const found = findStatBlock(snapshot, characterId, ['characterId'], context);
    if ('rejected' in found) return found;
    const block = takeOff(found.block, known.data, source);
    return 'rejected' in block ? block : withStatBlock(snapshot, found.character, block);
  },
});

/** Ends conditions whose end time has come. */
export const expireConditions = defineOperation({
  name: 'expire_conditions',
  summary: "Ends those of a character's conditions whose time has run out.",
  askers: ['engine', 'gm', 'god'],
  input: z.strictObject({ characterId: CharacterId }),

  apply(snapshot, { characterId }, { rules }) {
    const character = findCharacter(snapshot, characterId, ['characterId']);
    if ('rejected' in character) return character;
    const after = removeExpiredConditions(snapshot, character, rules.srd5e);
    if (after === character) return reject('nothing-to-do', `Nothing of ${character.name}'s has run out.`);
    const block = after.stats === character.stats ? undefined : parseStatBlock(after.stats).data;
    if (block === undefined) return withEntity(snapshot, after);
    const before = { ...after, stats: character.stats, status: character.status };
    return withStatBlock(withEntity(snapshot, before), before, block);
  },
});
