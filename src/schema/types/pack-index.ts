import type { IndexStats } from '#retrieval/lore-index.ts';
import { builder } from '../builder.ts';
import { Pack } from './pack.ts';

export const PackIndex = builder.objectRef<IndexStats>('PackIndex').implement({
  description: 'How much of a pack can be found.',
  fields: (t) => ({
    chunks: t.exposeInt('chunks', { description: 'Stretches of text that can be found by their words.' }),
    totalTokens: t.exposeInt('totalTokens', { description: 'What all of them would take up.' }),
    vectors: t.exposeInt('vectors', { description: 'How many of them can be found by their meaning too.' }),
    model: t.exposeString('model', {
      nullable: true,
      description: 'Whose vectors they are: `gte-small/int8`; null when there are none.',
    }),
    lastIndexed: t.expose('lastIndexed', {
      type: 'DateTime',
      description: 'When its text was last indexed.',
    }),
  }),
});

builder.objectField(Pack, 'index', (t) =>
  t.field({
    type: PackIndex,
    nullable: true,
    description: 'How much of it can be found; null while nothing of it is indexed.',
    resolve: ({ id }, _args, { lore }) => lore.statsOf(id),
  }),
);
