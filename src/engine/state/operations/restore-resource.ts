import { z } from 'zod';
import { restoreResource as restore, Srd5eResource } from '#engine/rules/srd5e-spend.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { statBlockOf, withStatBlock } from '../parts/stat-block.ts';

/** Gives a character back what it spent. */
export const restoreResource = defineOperation({
  name: 'restore_resource',
  summary:
    'Gives back hit dice, spell slots, class features, consumables, gold or inspiration, never beyond the total.',
  input: z.strictObject({
    characterId: CharacterId,
    resource: Srd5eResource,
    amount: z.int().min(1).max(1_000_000).default(1),
  }),

  apply(snapshot, { characterId, resource, amount }, context) {
    const found = statBlockOf(snapshot, characterId, ['characterId'], context);
    if ('rejected' in found) return found;
    const block = restore(found.block, resource, amount);
    return 'rejected' in block ? block : withStatBlock(snapshot, found.character, block);
  },
});
