import { z } from 'zod';
import { isRejection } from '#engine/kit/rejection.ts';
import { grantTemporaryHitPoints as grant } from '#engine/rules/srd5e-healing.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { amountFields, amountOf } from '../parts/amount-of.ts';
import { statBlockOf, withStatBlock } from '../parts/stat-block.ts';

/** Gives a character temporary hit points. They never add up: the larger lot stays. */
export const grantTemporaryHitPoints = defineOperation({
  name: 'grant_temporary_hit_points',
  summary: 'Gives temporary hit points; the larger of the old and the new lot stays, unless replace is true.',
  input: z.strictObject({ targetId: CharacterId, ...amountFields, replace: z.boolean().default(false) }),

  apply(snapshot, { targetId, amount, dice, replace }, context) {
    const found = statBlockOf(snapshot, targetId, ['targetId'], context);
    if ('rejected' in found) return found;
    const given = amountOf({ amount, dice }, 'Temporary hit points', context, { characterId: targetId });
    if (isRejection(given)) return given;
    const block = grant(found.block, given, replace ? 'new' : 'larger');
    return 'rejected' in block
      ? { ...block, path: ['targetId'] }
      : withStatBlock(snapshot, found.character, block);
  },
});
