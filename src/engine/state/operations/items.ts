import { z } from 'zod';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import { findEntity, findItem, findLocation } from '../edits/find-records.ts';
import { allocateEntityId, NEW_ENTITY, rejectDuplicateName } from '../edits/new-records.ts';
import { omitKey, withEntity } from '../edits/replace-records.ts';
import { CharacterId, EntityId, ItemId, LocationId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import type { Holding, Item } from '../record.ts';
import { JsonObject, Line, Name, Prose, Tags } from '../records/field-types.ts';
import type { Snapshot } from '../snapshot.ts';
import { Visibility } from '../visibility.ts';

type Change = {
  readonly ownerId: EntityId;
  readonly itemId: ItemId;
  readonly by: number;
  readonly flags?: readonly string[] | undefined;
  /** The field that names the owner. */
  readonly path: readonly string[];
};

/** Moves a number of items into or out of an owner's hands. Rejects a quantity below 0. */
function changeHolding(snapshot: Snapshot, change: Change): Snapshot | Rejection {
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
  const next = holding.quantity === 0 ? omitKey(mine, itemId) : { ...mine, [itemId]: holding };
  const empty = Object.keys(next).length === 0;
  const inventory = empty ? omitKey(snapshot.inventory, ownerId) : { ...snapshot.inventory, [ownerId]: next };
  return { ...snapshot, inventory };
}

/** Clears the place of an item that an owner takes up. */
function pickedUp(snapshot: Snapshot, item: Item, by: number): Snapshot {
  return by > 0 && item.placeId !== null ? withEntity(snapshot, { ...item, placeId: null }) : snapshot;
}

/** Places an item at the scene's place when a character in the scene gives it up and it has no other owner. */
function dropItem(snapshot: Snapshot, ownerId: EntityId, itemId: ItemId): Snapshot {
  const { scene, entities, inventory } = snapshot;
  const item = entities[itemId];
  const isHere = entities[ownerId]?.kind === 'character' && scene.presentIds.includes(ownerId);
  if (!isHere || scene.placeId === null || item?.kind !== 'item' || item.placeId !== null) return snapshot;
  const isHeld = Object.values(inventory).some((held) => Object.hasOwn(held, itemId));
  return isHeld ? snapshot : withEntity(snapshot, { ...item, placeId: scene.placeId });
}

/** Brings an item into the world: in an owner's hands, or lying at a place. */
export const introduceItem = defineOperation({
  name: 'introduce_item',
  summary:
    'Introduces an item: owned by somebody, or lying at a place (where the scene plays, unless named).',
  input: z.strictObject({
    name: Name,
    description: Prose.default(''),
    tags: Tags.default([]),
    visibility: Visibility.default('public'),
    knownTo: z.array(CharacterId).max(32).default([]).describe('Who knows of a hidden one.'),
    another: z.boolean().default(false).describe('True for a second item of a name that is taken.'),
    portable: z.boolean().default(true),
    ownerId: EntityId.optional(),
    quantity: z.int().min(1).max(1_000_000).default(1).describe('How many the owner has.'),
    placeId: LocationId.optional(),
    attributes: JsonObject.default({}).describe('Facts the rules read, such as the dice it heals.'),
  }),

  apply(snapshot, { ownerId, quantity, placeId, another, ...described }) {
    const refusal = rejectDuplicateName(snapshot, 'item', described.name, another);
    if (refusal !== null) return refusal;
    if (placeId !== undefined) {
      const place = findLocation(snapshot, placeId, ['placeId']);
      if ('rejected' in place) return place;
    }
    const allocated = allocateEntityId(snapshot, 'item', described.name);
    const id = ItemId.parse(allocated.id);
    const lies = ownerId === undefined ? (placeId ?? snapshot.scene.placeId) : null;
    const made = withEntity(
      { ...snapshot, counters: allocated.counters },
      { kind: 'item', id, ...NEW_ENTITY, ...described, placeId: lies },
    );
    const owned =
      ownerId === undefined
        ? made
        : changeHolding(made, { ownerId, itemId: id, by: quantity, path: ['ownerId'] });
    if ('rejected' in owned) return owned;
    return { snapshot: owned, effects: [{ type: 'entity-introduced', id }] };
  },
});

/** Gives an owner more or fewer of an item. */
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
    return by > 0 || consumed || 'rejected' in changed ? changed : dropItem(changed, ownerId, itemId);
  },
});

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

/**
 * Returns true for two characters of whom one cannot reach the other. Treasuries and chests always count as within
 * reach.
 */
function areApart({ scene, entities }: Snapshot, fromId: EntityId, toId: EntityId): boolean {
  const [from, to] = [entities[fromId], entities[toId]];
  if (from?.kind !== 'character' || to?.kind !== 'character') return false;
  const [isHere, isThere] = [fromId, toId].map((id) => scene.presentIds.includes(id));
  if (isHere || isThere) return !(isHere && isThere);
  return from.placeId === null || from.placeId !== to.placeId;
}
