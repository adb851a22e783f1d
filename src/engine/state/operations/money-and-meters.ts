import { z } from 'zod';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import { findCharacter } from '../edits/find-records.ts';
import { withEntity } from '../edits/replace-records.ts';
import { toCampaignOperation } from '../edits/stored-operations.ts';
import type { Effect } from '../effect.ts';
import { CharacterId } from '../ids.ts';
import { listMeters, readMoney, withMoney } from '../meters.ts';
import { type ChangedState, defineOperation } from '../operation.ts';
import type { Character } from '../record.ts';
import { roundAmount, Slug } from '../records/field-types.ts';
import type { Snapshot } from '../snapshot.ts';
import type { StateRules } from '../state-rules.ts';

/** Pays a character or takes money from them. With `fromId` the amount leaves that character's stat block too, where it keeps money. */
export const changeMoney = defineOperation({
  name: 'change_money',
  summary: 'Pays a character money (by > 0) or takes some (by < 0); fromId is the character who pays.',
  input: z.strictObject({
    characterId: CharacterId,
    by: z
      .number()
      .min(-1_000_000)
      .max(1_000_000)
      .refine((by) => by !== 0, 'a payment moves more than 0'),
    fromId: CharacterId.optional(),
  }),

  apply(snapshot, { characterId, by, fromId }, { rules }) {
    if (fromId === characterId) {
      return reject('same-owner', `${characterId} cannot pay itself.`, ['fromId']);
    }
    const paid = moveMoney(snapshot, characterId, by, 'characterId', rules);
    if ('rejected' in paid || fromId === undefined) return paid;
    const payer = findCharacter(snapshot, fromId, ['fromId']);
    if ('rejected' in payer) return payer;
    // People without a stat block pay from pockets that are not counted.
    return readMoney(payer, rules) === null ? paid : moveMoney(paid, fromId, -by, 'fromId', rules);
  },
});

function moveMoney(
  snapshot: Snapshot,
  id: CharacterId,
  by: number,
  field: 'characterId' | 'fromId',
  rules: StateRules,
): Snapshot | Rejection {
  const character = findCharacter(snapshot, id, [field]);
  if ('rejected' in character) return character;
  const money = readMoney(character, rules);
  if (money === null) {
    return reject('keeps-no-money', `The stat block of ${character.name} keeps no money.`, [field]);
  }
  const amount = roundAmount(money.amount + by);
  if (amount < 0) {
    return reject('not-enough', `${character.name} has only ${money.amount} ${money.name}.`, ['by']);
  }
  return withEntity(snapshot, withMoney(character, amount, rules));
}

/** Moves a meter of a stat block, such as harm or heat, within the limits of the ruleset. */
export const changeMeter = defineOperation({
  name: 'change_meter',
  summary: "Moves a meter of a character's stat block up (by > 0) or down (by < 0).",
  input: z.strictObject({
    characterId: CharacterId,
    meter: Slug.describe('A meter of the ruleset.'),
    by: z
      .int()
      .min(-1_000_000)
      .max(1_000_000)
      .refine((by) => by !== 0, 'a meter moves by more than 0'),
  }),

  apply(snapshot, { characterId, meter, by }, { rules }) {
    return moveMeter(snapshot, { characterId, meter, by }, rules);
  },
});

type MeterMove = { readonly characterId: CharacterId; readonly meter: string; readonly by: number };

/**
 * Moves a meter of a character and applies what the ruleset binds to the ends of its scale. Money that is not there is
 * refused; any other meter stops at its end.
 */
export function moveMeter(
  snapshot: Snapshot,
  { characterId, meter, by }: MeterMove,
  rules: StateRules,
): ChangedState | Rejection {
  const character = findCharacter(snapshot, characterId, ['characterId']);
  if ('rejected' in character) return character;
  const now = listMeters(character, rules).find(({ name }) => name === meter);
  const declared = rules.mechanics.meters[meter];
  if (now === undefined || declared === undefined) {
    return reject('no-such-meter', `The stat block of ${character.name} has no ${meter}.`, ['meter']);
  }
  const { value, min, max, label } = now;
  if (declared.money && value + by < min) {
    return reject('not-enough', `${character.name} has only ${value} ${label}.`, ['by']);
  }
  const next = Math.min(max, Math.max(min, value + by));
  if (next === value) {
    const sentence = `${label} of ${character.name} stands at ${value} and stays there.`;
    return reject('meter-does-not-move', sentence, ['by']);
  }
  const moved = { ...character, stats: { ...character.stats, [meter]: next } };
  const left = value === min ? declared.at_min : value === max ? declared.at_max : undefined;
  const reached = next === min ? declared.at_min : next === max ? declared.at_max : undefined;
  const source = `${label} ${next}`;
  const after = addCondition(dropCondition(moved, left?.condition), reached?.condition, source);
  const changed = withEntity(snapshot, after);
  return {
    snapshot: changed,
    effects: reached === undefined ? [] : listBoundEffects(changed, after, meter, reached),
  };
}

type Bound = NonNullable<StateRules['mechanics']['meters'][string]['at_max']>;

function dropCondition(character: Character, name: string | undefined): Character {
  if (name === undefined) return character;
  return { ...character, conditions: character.conditions.filter((condition) => condition.name !== name) };
}

function addCondition(character: Character, name: string | undefined, source: string): Character {
  if (name === undefined) return character;
  return { ...character, conditions: [...character.conditions, { name, source }] };
}

/** Lists what happens at the end of a scale: the sentence, and the operations with the character as `persona`. */
function listBoundEffects(
  snapshot: Snapshot,
  { id, name }: Character,
  meter: string,
  { text, operations = [] }: Bound,
): readonly Effect[] {
  const isPersona = snapshot.personas.includes(id);
  const notice: Effect = isPersona
    ? { type: 'notice', audience: 'player', text, personaIds: [id] }
    : { type: 'notice', audience: 'gm', text: `${name}: ${text}` };
  if (operations.length === 0) return [notice];
  const fired: Effect = {
    type: 'trigger-fired',
    source: { kind: 'meter', id: meter },
    description: '',
    operations: operations.map((operation) => toCampaignOperation(operation, snapshot)),
    personaId: id,
  };
  return [notice, fired];
}
