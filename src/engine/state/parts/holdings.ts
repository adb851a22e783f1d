import { type Rejection, reject } from '#engine/kit/rejection.ts';
import type { EntityId, ItemId } from '../ids.ts';
import type { Holding, Item } from '../record.ts';
import type { Snapshot } from '../snapshot.ts';
import { findEntity, findItem } from './find.ts';
import { withEntity, without } from './replace.ts';

type Change = {
  readonly ownerId: EntityId;
  readonly itemId: ItemId;
  readonly by: number;
  readonly flags?: readonly string[] | undefined;
  /** The field that names the owner. */
  readonly path: readonly string[];
};

/** Moves a number of items into or out of an owner's hands; nobody has fewer than none. */
export function changeHolding(snapshot: Snapshot, change: Change): Snapshot | Rejection {
  const { ownerId, itemId, by, flags } = change;
  const owner = findEntity(snapshot, ownerId, change.path);
  if ('rejected' in owner) return owner;
  const item = findItem(snapshot, itemId, ['itemId']);
  if ('rejected' in item) return item;
  if (owner.kind === 'item')
    return reject('cannot-own', `${owner.name} is an item and owns nothing.`, change.path);
  if (by > 0 && !item.portable) return reject('not-portable', `${item.name} cannot be carried.`, ['itemId']);

  const held = snapshot.inventory[ownerId]?.[itemId];
  const quantity = (held?.quantity ?? 0) + by;
  if (quantity < 0) {
    const has = held === undefined ? 'has none' : `has only ${held.quantity}`;
    return reject('not-enough', `${owner.name} ${has} of ${item.name}.`, ['by']);
  }
  const holding = { quantity, flags: flags ?? held?.flags ?? [] };
  return pickedUp(withHolding(snapshot, ownerId, itemId, holding), item, by);
}

function withHolding(snapshot: Snapshot, ownerId: EntityId, itemId: ItemId, holding: Holding): Snapshot {
  const mine = snapshot.inventory[ownerId] ?? {};
  const next = holding.quantity === 0 ? without(mine, itemId) : { ...mine, [itemId]: holding };
  const empty = Object.keys(next).length === 0;
  const inventory = empty ? without(snapshot.inventory, ownerId) : { ...snapshot.inventory, [ownerId]: next };
  return { ...snapshot, inventory };
}

/** What somebody takes up no longer lies where it lay. */
function pickedUp(snapshot: Snapshot, item: Item, by: number): Snapshot {
  return by > 0 && item.placeId !== null ? withEntity(snapshot, { ...item, placeId: null }) : snapshot;
}

/** What somebody in the scene no longer has, and nobody else has either, lies where the scene plays. */
export function dropped(snapshot: Snapshot, ownerId: EntityId, itemId: ItemId): Snapshot {
  const { scene, entities, inventory } = snapshot;
  const item = entities[itemId];
  const isHere = entities[ownerId]?.kind === 'character' && scene.presentIds.includes(ownerId);
  if (!isHere || scene.placeId === null || item?.kind !== 'item' || item.placeId !== null) return snapshot;
  const isHeld = Object.values(inventory).some((held) => Object.hasOwn(held, itemId));
  return isHeld ? snapshot : withEntity(snapshot, { ...item, placeId: scene.placeId });
}
