import { z } from 'zod';
import { stabilize as stop } from '#engine/rules/srd5e-healing.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { statBlockOf, withStatBlock } from '../parts/stat-block.ts';

/** Ends the dying of a character without waking it: by magic, by a kit, by first aid that worked. */
export const stabilize = defineOperation({
  name: 'stabilize',
  summary: 'Makes a dying character stable; it stays unconscious.',
  input: z.strictObject({ characterId: CharacterId }),

  apply(snapshot, { characterId }, context) {
    const found = statBlockOf(snapshot, characterId, ['characterId'], context);
    if ('rejected' in found) return found;
    const block = stop(found.block);
    return 'rejected' in block
      ? { ...block, path: ['characterId'] }
      : withStatBlock(snapshot, found.character, block);
  },
});
