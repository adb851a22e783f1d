import type { PlayerView } from '#engine/state/player-view.ts';
import { builder } from '../builder.ts';
import { seenScene } from '../seen.ts';
import { Scene } from './scene.ts';

export const Resource = builder.objectRef<PlayerView['resources'][number]>('Resource').implement({
  description: 'Something the world runs out of: medicine, lamp oil, patience.',
  fields: (t) => ({
    resourceId: t.exposeString('id', { description: 'Its id inside the campaign.' }),
    name: t.exposeString('name', { description: 'What it is.' }),
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
