import { z } from 'zod';
import { EntityId, ItemId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { changeHolding, dropped } from '../parts/holdings.ts';
import { Line } from '../records/bounds.ts';

/** Gives somebody more or fewer of an item. */
export const changeInventory = defineOperation({
  name: 'change_inventory',
  summary: 'Gives an owner more of an item (by > 0) or takes some away (by < 0).',
  input: z.strictObject({
    ownerId: EntityId,
    itemId: ItemId,
    by: z
      .int()
      .min(-1_000_000)
      .max(1_000_000)
      .refine((by) => by !== 0, 'by how many, not 0'),
    flags: z.array(Line).max(12).optional(),
    consumed: z.boolean().default(false).describe('Used up: whoever loses the last one does not drop it.'),
  }),

  apply(snapshot, { ownerId, itemId, by, flags, consumed }) {
    const changed = changeHolding(snapshot, { ownerId, itemId, by, flags, path: ['ownerId'] });
    return by > 0 || consumed || 'rejected' in changed ? changed : dropped(changed, ownerId, itemId);
  },
});
