import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { brought } from '../parts/life.ts';
import { statBlockOf, withStatBlock } from '../parts/stat-block.ts';

/** Sets current hit points outright, with all that rising from 0 or falling to it means. */
export const setHitPoints = defineOperation({
  name: 'set_hit_points',
  summary: 'Sets the current hit points, from 0 to the maximum; prefer deal_damage and heal, which say why.',
  input: z.strictObject({ characterId: CharacterId, current: z.int().min(0).max(10_000) }),

  apply(snapshot, { characterId, current }, context) {
    const found = statBlockOf(snapshot, characterId, ['characterId'], context);
    if ('rejected' in found) return found;
    if (current === found.block.hit_points.current) {
      return reject('nothing-to-do', `${found.character.name} has ${current} hit points already.`, [
        'current',
      ]);
    }
    const block = brought(found.block, current);
    return 'rejected' in block
      ? { ...block, path: ['current'] }
      : withStatBlock(snapshot, found.character, block);
  },
});
