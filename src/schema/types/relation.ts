import type { PlayerView } from '#engine/state/player-view.ts';
import { builder } from '../builder.ts';
import { type Seen, seenScene, through } from '../seen.ts';
import { characterThrough, KnownCharacter } from './known-entity.ts';
import { Scene } from './scene.ts';

export type RelationEdge = PlayerView['relations'][number];

export const Relation = builder.objectRef<Seen<RelationEdge>>('Relation').implement({
  description: 'How two characters stand to each other: one edge for each pair.',
  fields: (t) => ({
    lowId: t.exposeString('low', { description: 'The character whose id comes first.' }),
    highId: t.exposeString('high', { description: 'The character whose id comes second.' }),
    low: t.field({
      type: KnownCharacter,
      nullable: true,
      description: 'The first of them; null when they have left the story.',
      resolve: ({ low, eyes }) => characterThrough(eyes, low),
    }),
    high: t.field({
      type: KnownCharacter,
      nullable: true,
      description: 'The second of them; null when they have left the story.',
      resolve: ({ high, eyes }) => characterThrough(eyes, high),
    }),
    trust: t.exposeInt('trust', { description: 'How far they rely on each other: 0 to 10.' }),
    tension: t.exposeInt('tension', { description: 'How near they are to a quarrel: 0 to 10.' }),
    closeness: t.exposeInt('closeness', { description: 'How much they share: 0 to 10.' }),
  }),
});

export const Relationship = builder
  .objectRef<Seen<PlayerView['relationships'][number]>>('Relationship')
  .implement({
    description: 'What one character is to another, and how strongly.',
    fields: (t) => ({
      fromId: t.exposeString('fromId', { description: 'Whose relationship it is.' }),
      toId: t.exposeString('toId', { description: 'To whom.' }),
      from: t.field({
        type: KnownCharacter,
        nullable: true,
        description: 'Whose relationship it is; null when they have left the story.',
        resolve: ({ fromId, eyes }) => characterThrough(eyes, fromId),
      }),
      to: t.field({
        type: KnownCharacter,
        nullable: true,
        description: 'To whom; null when they have left the story.',
        resolve: ({ toId, eyes }) => characterThrough(eyes, toId),
      }),
      type: t.exposeString('type', { description: 'What the one is to the other: `debtor`, `mother`.' }),
      intensity: t.exposeInt('intensity', { description: 'How strongly: -10 to 10.' }),
    }),
  });

builder.objectFields(Scene, (t) => ({
  relations: t.field({
    type: [Relation],
    description: 'How your persona stands to those it knows.',
    resolve: async (scene, _args, context) => {
      const { view, eyes } = await seenScene(scene, context);
      return through(eyes, view.relations);
    },
  }),
  relationships: t.field({
    type: [Relationship],
    description: 'What everybody knows of who is what to whom.',
    resolve: async (scene, _args, context) => {
      const { view, eyes } = await seenScene(scene, context);
      return through(eyes, view.relationships);
    },
  }),
}));
