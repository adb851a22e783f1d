import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { EntityId, ItemId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { changeHolding } from '../parts/holdings.ts';
import type { Snapshot } from '../snapshot.ts';

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

  apply(snapshot, { fromId, toId, itemId, quantity }, { asker }) {
    if (fromId === toId) return reject('same-owner', `${fromId} cannot hand something to itself.`, ['toId']);
    if ((asker === 'model' || asker === 'engine') && areApart(snapshot, fromId, toId)) {
      return reject('not-present', `${fromId} and ${toId} are not in the same place.`, ['toId']);
    }
    const item = snapshot.entities[itemId];
    // A thing that lies at a place by its own record is picked up as one from the place's inventory is.
    if (
      item?.kind === 'item' &&
      item.placeId === fromId &&
      snapshot.inventory[fromId]?.[itemId] === undefined
    ) {
      return changeHolding(snapshot, { ownerId: toId, itemId, by: quantity, path: ['toId'] });
    }
    const flags = snapshot.inventory[fromId]?.[itemId]?.flags;
    const taken = changeHolding(snapshot, { ownerId: fromId, itemId, by: -quantity, path: ['fromId'] });
    if ('rejected' in taken) return taken;
    return changeHolding(taken, { ownerId: toId, itemId, by: quantity, flags, path: ['toId'] });
  },
});

/** Two characters of whom one cannot reach the other. Treasuries and chests are reached somehow. */
function areApart({ scene, entities }: Snapshot, fromId: EntityId, toId: EntityId): boolean {
  const [from, to] = [entities[fromId], entities[toId]];
  if (from?.kind !== 'character' || to?.kind !== 'character') return false;
  const [isHere, isThere] = [fromId, toId].map((id) => scene.presentIds.includes(id));
  if (isHere || isThere) return !(isHere && isThere);
  return from.placeId === null || from.placeId !== to.placeId;
}
