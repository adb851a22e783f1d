import { z } from 'zod';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import { findCharacter } from '../edits/find-records.ts';
import { withEntity } from '../edits/replace-records.ts';
import { CharacterId } from '../ids.ts';
import { readMoney, withMoney } from '../meters.ts';
import { defineOperation } from '../operation.ts';
import { roundAmount } from '../records/field-types.ts';
import type { Snapshot } from '../snapshot.ts';

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

  apply(snapshot, { characterId, by, fromId }) {
    if (fromId === characterId) {
      return reject('same-owner', `${characterId} cannot pay itself.`, ['fromId']);
    }
    const paid = moveMoney(snapshot, characterId, by, 'characterId');
    if ('rejected' in paid || fromId === undefined) return paid;
    const payer = findCharacter(snapshot, fromId, ['fromId']);
    if ('rejected' in payer) return payer;
    // People without a stat block pay from pockets that are not counted.
    return readMoney(payer) === null ? paid : moveMoney(paid, fromId, -by, 'fromId');
  },
});

function moveMoney(
  snapshot: Snapshot,
  id: CharacterId,
  by: number,
  field: 'characterId' | 'fromId',
): Snapshot | Rejection {
  const character = findCharacter(snapshot, id, [field]);
  if ('rejected' in character) return character;
  const money = readMoney(character);
  if (money === null) {
    return reject('keeps-no-money', `The stat block of ${character.name} keeps no money.`, [field]);
  }
  const amount = roundAmount(money.amount + by);
  if (amount < 0) {
    return reject('not-enough', `${character.name} has only ${money.amount} ${money.name}.`, ['by']);
  }
  return withEntity(snapshot, withMoney(character, amount));
}

/** Moves a meter of a stat block, such as harm or heat, within the limits of the ruleset. Money has an operation of its own. */
export const changeMeter = defineOperation({
  name: 'change_meter',
  summary: "Moves a meter of a character's stat block up (by > 0) or down (by < 0).",
  input: z.strictObject({
    characterId: CharacterId,
    meter: z.enum(['heat', 'harm', 'rep']),
    by: z
      .int()
      .min(-100)
      .max(100)
      .refine((by) => by !== 0, 'a meter moves by more than 0'),
  }),

  apply(snapshot, { characterId, meter, by }, { rules }) {
    const character = findCharacter(snapshot, characterId, ['characterId']);
    if ('rejected' in character) return character;
    const value = character.stats[meter];
    if (typeof value !== 'number') {
      return reject('no-such-meter', `The stat block of ${character.name} has no ${meter}.`, ['meter']);
    }
    const { min, max } = rules.mechanics.costs.meters[meter];
    const next = Math.min(max, Math.max(min, value + by));
    if (next === value) {
      return reject(
        'meter-does-not-move',
        `${meter} of ${character.name} stands at ${value} and stays there.`,
        ['by'],
      );
    }
    return withEntity(snapshot, { ...character, stats: { ...character.stats, [meter]: next } });
  },
});
