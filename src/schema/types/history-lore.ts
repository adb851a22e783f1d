import type { PlayerContent } from '#engine/content/player-facing.ts';
import { builder } from '../builder.ts';
import { findPlayerContent } from '../player-contents.ts';
import { ContentInterface } from './content.ts';
import { LoreContent } from './lore-content.ts';

const HistoryLore = builder.objectRef<PlayerContent<'history'>>('HistoryLore');

builder.node(HistoryLore, {
  description: 'What happened before and made the present, as it is told.',
  interfaces: [ContentInterface, LoreContent],
  id: { resolve: ({ id }) => id, description: 'Its id.' },
  loadOne: (id, { library }) => findPlayerContent(library(), 'history', id),
});
