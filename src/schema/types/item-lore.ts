import type { PlayerContent } from '#engine/content/player-facing.ts';
import { builder } from '../builder.ts';
import { findPlayerContent } from '../player-contents.ts';
import { ContentInterface } from './content.ts';
import { LoreContent } from './lore-content.ts';

const ItemLore = builder.objectRef<PlayerContent<'item'>>('ItemLore');

builder.node(ItemLore, {
  description: 'A thing people can hold, want or lose.',
  interfaces: [ContentInterface, LoreContent],
  id: { resolve: ({ id }) => id, description: 'Its id.' },
  loadOne: (id, { library }) => findPlayerContent(library(), 'item', id),
  fields: (t) => ({
    value: t.exposeString('value', {
      nullable: true,
      description: 'What it would fetch; null when nobody says.',
    }),
  }),
});
