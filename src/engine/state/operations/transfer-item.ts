import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { EntityId, ItemId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { changeHolding } from '../parts/holdings.ts';

/** Hands items from one owner to another; both sides change or neither. */
export const transferItem = defineOperation({
  name: 'transfer_item',
  summary: 'Hands some of an item from one owner to another.',
  input: z.strictObject({
    fromId: EntityId,
    toId: EntityId,
    itemId: ItemId,
    quantity: z.int().min(1).max(1_000_000).default(1),
  }),

  apply(snapshot, { fromId, toId, itemId, quantity }) {
    if (fromId === toId) return reject('same-owner', `${fromId} cannot hand something to itself.`, ['toId']);
    const flags = snapshot.inventory[fromId]?.[itemId]?.flags;
    const taken = changeHolding(snapshot, { ownerId: fromId, itemId, by: -quantity, path: ['fromId'] });
    if ('rejected' in taken) return taken;
    return changeHolding(taken, { ownerId: toId, itemId, by: quantity, flags, path: ['toId'] });
  },
});
