import { z } from 'zod';
import { isRejection } from '#engine/kit/rejection.ts';
import { heal as regain } from '#engine/rules/srd5e-healing.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { amountFields, amountOf } from '../parts/amount-of.ts';
import { noticeAbout } from '../parts/notice-about.ts';
import { statBlockOf, withStatBlock } from '../parts/stat-block.ts';

/** Gives a character hit points back, up to its maximum; from 0 it wakes. */
export const heal = defineOperation({
  name: 'heal',
  summary: 'Gives hit points back, as a number or as dice the engine throws, never beyond the maximum.',
  input: z.strictObject({ targetId: CharacterId, ...amountFields }),

  apply(snapshot, { targetId, amount, dice }, context) {
    const found = statBlockOf(snapshot, targetId, ['targetId'], context);
    if ('rejected' in found) return found;
    const given = amountOf({ amount, dice }, 'Healing', context, { characterId: targetId });
    if (isRejection(given)) return given;
    const healing = regain(found.block, given);
    if ('rejected' in healing) return { ...healing, path: ['targetId'] };
    const text = `${found.character.name} regains ${healing.regained} hit points.`;
    return {
      snapshot: withStatBlock(snapshot, found.character, healing.block),
      effects: [noticeAbout(snapshot, found.character, text)],
    };
  },
});
