import { z } from 'zod';
import { Srd5eResource, spendResource as spend } from '#engine/rules/srd5e-spend.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { statBlockOf, withStatBlock } from '../parts/stat-block.ts';

/** Spends something a character has so much of, all or nothing. */
export const spendResource = defineOperation({
  name: 'spend_resource',
  summary:
    'Spends hit dice, spell slots, class features, consumables, gold or inspiration; all of the amount or nothing.',
  input: z.strictObject({
    characterId: CharacterId,
    resource: Srd5eResource,
    amount: z.int().min(1).max(1_000_000).default(1),
  }),

  apply(snapshot, { characterId, resource, amount }, context) {
    const found = statBlockOf(snapshot, characterId, ['characterId'], context);
    if ('rejected' in found) return found;
    const block = spend(found.block, resource, amount);
    return 'rejected' in block ? block : withStatBlock(snapshot, found.character, block);
  },
});
