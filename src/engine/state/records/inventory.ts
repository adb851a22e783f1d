import { z } from 'zod';
import { EntityId, ItemId } from '../ids.ts';
import { Line, recordOf } from './bounds.ts';

/** How many of one item somebody has, and what is remarkable about them (`equipped`, `stolen`). */
export const Holding = z.strictObject({
  quantity: z.int().min(1).max(1_000_000_000),
  flags: z.array(Line).max(12),
});
export type Holding = z.infer<typeof Holding>;

/** Owner → item → holding. Characters, factions and locations (a chest, a shop) can own things. */
export const Inventory = recordOf(EntityId, recordOf(ItemId, Holding, 500), 2000);
