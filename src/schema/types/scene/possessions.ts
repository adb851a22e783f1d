import type { PlayerView } from '#engine/state/player-view.ts';
import type { Holding } from '#engine/state/record.ts';
import { builder } from '../../builder.ts';
import { type Seen, seenScene } from '../../seen.ts';
import { findKnownEntity, KnownEntity } from './known-entity.ts';
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
      resolve: ({ itemId, eyes }) => findKnownEntity(eyes, itemId),
    }),
    quantity: t.exposeInt('quantity', { description: 'Count.' }),
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

export const Resource = builder.objectRef<PlayerView['resources'][number]>('Resource').implement({
  description: 'Something the world runs out of: medicine, lamp oil, patience.',
  fields: (t) => ({
    resourceId: t.exposeString('id', { description: 'Its id inside the campaign.' }),
    name: t.exposeString('name', { description: 'Kind.' }),
    amount: t.exposeFloat('amount', { description: 'How much is left.' }),
    max: t.exposeFloat('max', { description: 'How much there can be.' }),
  }),
});

export const Meters = builder.objectRef<NonNullable<PlayerView['meters']>>('Meters').implement({
  description: 'What attempts have cost a persona so far, within the ruleset’s limits.',
  fields: (t) => ({
    heat: t.exposeFloat('heat', { description: 'How much attention it has drawn.' }),
    cred: t.exposeFloat('cred', { description: 'What it can still spend.' }),
    harm: t.exposeFloat('harm', { description: 'How badly it is hurt.' }),
    rep: t.exposeFloat('rep', { description: 'What people say of it.' }),
  }),
});

builder.objectFields(Scene, (t) => ({
  resources: t.field({
    type: [Resource],
    description: 'What the world runs out of.',
    resolve: async (scene, _args, context) => [...(await seenScene(scene, context)).view.resources],
  }),
  meters: t.field({
    type: Meters,
    nullable: true,
    description: 'What attempts have cost your persona so far; null before the first.',
    resolve: async (scene, _args, context) => (await seenScene(scene, context)).view.meters,
  }),
}));
