import { z } from 'zod';
import { allocateEntityId } from '../allocate.ts';
import { EntityId, ItemId, LocationId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { findLocation } from '../parts/find.ts';
import { changeHolding } from '../parts/holdings.ts';
import { alreadyThere, NEW_ENTITY } from '../parts/new-entity.ts';
import { withEntity } from '../parts/replace.ts';
import { Name, Prose, Tags } from '../records/bounds.ts';
import { Visibility } from '../records/knowledge.ts';

/** Brings a thing into the world: in somebody's hands, or lying at a place. */
export const introduceItem = defineOperation({
  name: 'introduce_item',
  summary:
    'Introduces an item: owned by somebody, or lying at a place (where the scene plays, unless named).',
  input: z.strictObject({
    name: Name,
    description: Prose.default(''),
    tags: Tags.default([]),
    visibility: Visibility.default('public'),
    another: z.boolean().default(false).describe('True for a second item of a name that is taken.'),
    portable: z.boolean().default(true),
    ownerId: EntityId.optional(),
    quantity: z.int().min(1).max(1_000_000).default(1).describe('How many the owner has.'),
    placeId: LocationId.optional(),
  }),

  apply(snapshot, { ownerId, quantity, placeId, another, ...described }) {
    const refusal = alreadyThere(snapshot, 'item', described.name, another);
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
