import type { Holding } from '#engine/state/record.ts';
import { builder } from '../builder.ts';
import { type Seen, seenScene } from '../seen.ts';
import { KnownEntity, knownThrough } from './known-entity.ts';
import { Scene } from './scene.ts';

export type HeldItem = Holding & { readonly itemId: string };

export const InventoryEntry = builder.objectRef<Seen<HeldItem>>('InventoryEntry').implement({
  description: 'How many of one thing somebody has.',
  fields: (t) => ({
    itemId: t.exposeString('itemId', { description: 'The id of the thing inside the campaign.' }),
    item: t.field({
      type: KnownEntity,
      nullable: true,
      description: 'The thing; null when nothing more is known of it.',
      resolve: ({ itemId, eyes }) => knownThrough(eyes, itemId),
    }),
    quantity: t.exposeInt('quantity', { description: 'How many.' }),
    flags: t.exposeStringList('flags', {
      description: 'What is remarkable about them: `equipped`, `stolen`.',
    }),
  }),
});

builder.objectField(Scene, 'inventory', (t) =>
  t.field({
    type: [InventoryEntry],
    description: 'What your persona carries.',
    resolve: async (scene, _args, context) => {
      const { view, eyes } = await seenScene(scene, context);
      return Object.entries(view.inventory ?? {}).map(([itemId, holding]) => ({ ...holding, itemId, eyes }));
    },
  }),
);
