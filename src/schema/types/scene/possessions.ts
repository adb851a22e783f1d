import type { PlayerView } from '#engine/state/player-view.ts';
import type { Holding } from '#engine/state/record.ts';
import { builder } from '../../builder.ts';
import { loadVisibleScene, type ViewScoped } from '../../views/visible-scene.ts';
import { findKnownEntity, KnownEntity } from './known-entity.ts';
import { Scene } from './scene.ts';

export type HeldItem = Holding & { readonly itemId: string };

export const InventoryEntry = builder.objectRef<ViewScoped<HeldItem>>('InventoryEntry').implement({
  description: 'Quantity of one item a character has.',
  fields: (t) => ({
    itemId: t.exposeString('itemId', { description: 'The id of the thing inside the campaign.' }),
    item: t.field({
      type: KnownEntity,
      nullable: true,
      description: 'The thing; null when nothing more is known of it.',
      resolve: ({ itemId, eyes }) => findKnownEntity(eyes, itemId),
    }),
    quantity: t.exposeInt('quantity', { description: 'Quantity.' }),
    flags: t.exposeStringList('flags', {
      description: 'Tags: `equipped`, `stolen`.',
    }),
  }),
});

builder.objectField(Scene, 'inventory', (t) =>
  t.field({
    type: [InventoryEntry],
    description: 'Inventory of your persona.',
    resolve: async (scene, _args, context) => {
      const { view, eyes } = await loadVisibleScene(scene, context);
      return Object.entries(view.inventory ?? {}).map(([itemId, holding]) => ({ ...holding, itemId, eyes }));
    },
  }),
);

export const Resource = builder.objectRef<PlayerView['resources'][number]>('Resource').implement({
  description: 'Something the world runs out of: medicine, lamp oil, patience.',
  fields: (t) => ({
    resourceId: t.exposeString('id', { description: 'Its id inside the campaign.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    amount: t.exposeFloat('amount', { description: 'Remaining amount.' }),
    max: t.exposeFloat('max', { description: 'Maximum amount.' }),
  }),
});

export const Meter = builder.objectRef<PlayerView['meters'][number]>('Meter').implement({
  description: 'Meter of a persona: a number of its stat block that the ruleset declares.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name in the ruleset: `heat`.' }),
    label: t.exposeString('label', { description: 'Name for players.' }),
    value: t.exposeFloat('value', { description: 'Present value.' }),
    min: t.exposeFloat('min', { description: 'Lowest value.' }),
    max: t.exposeFloat('max', { description: 'Highest value.' }),
  }),
});

builder.objectFields(Scene, (t) => ({
  resources: t.field({
    type: [Resource],
    description: 'Limited resources of the world.',
    resolve: async (scene, _args, context) => [...(await loadVisibleScene(scene, context)).view.resources],
  }),
  meters: t.field({
    type: [Meter],
    description: 'Meters of your persona, in the order of the ruleset.',
    resolve: async (scene, _args, context) => [...(await loadVisibleScene(scene, context)).view.meters],
  }),
}));
