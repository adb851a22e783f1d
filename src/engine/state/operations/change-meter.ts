import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { findCharacter } from '../parts/find.ts';
import { withEntity } from '../parts/replace.ts';

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
