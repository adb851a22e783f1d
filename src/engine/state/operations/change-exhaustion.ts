import { z } from 'zod';
import { changeExhaustion as change } from '#engine/rules/srd5e-exhaustion.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { statBlockOf, withStatBlock } from '../parts/stat-block.ts';

/** Tires a character out, or lets it recover. The sixth level kills. */
export const changeExhaustion = defineOperation({
  name: 'change_exhaustion',
  summary: 'Adds levels of exhaustion (0 to 6) or takes some away.',
  input: z.strictObject({
    characterId: CharacterId,
    by: z
      .int()
      .min(-6)
      .max(6)
      .refine((by) => by !== 0, 'by how many levels, not 0'),
  }),

  apply(snapshot, { characterId, by }, context) {
    const found = statBlockOf(snapshot, characterId, ['characterId'], context);
    if ('rejected' in found) return found;
    const block = change(found.block, by);
    return 'rejected' in block
      ? { ...block, path: ['characterId'] }
      : withStatBlock(snapshot, found.character, block);
  },
});
