import { z } from 'zod';
import { revive as bringBack } from '#engine/rules/srd5e-healing.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { statBlockOf, withStatBlock } from '../parts/stat-block.ts';

/** Brings the dead back. */
export const revive = defineOperation({
  name: 'revive',
  summary: 'Brings a dead character back with some hit points.',
  input: z.strictObject({ characterId: CharacterId, hitPoints: z.int().min(1).max(10_000).default(1) }),

  apply(snapshot, { characterId, hitPoints }, context) {
    const found = statBlockOf(snapshot, characterId, ['characterId'], context);
    if ('rejected' in found) return found;
    const block = bringBack(found.block, hitPoints);
    return 'rejected' in block
      ? { ...block, path: ['characterId'] }
      : withStatBlock(snapshot, found.character, block);
  },
});
