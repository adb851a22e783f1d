import type { PlayerContent } from '#engine/content/player-facing.ts';
import { builder } from '../builder.ts';
import { findPlayerContent } from '../player-contents.ts';
import { ContentInterface } from './content.ts';
import { LoreContent } from './lore-content.ts';

const FactionLore = builder.objectRef<PlayerContent<'faction'>>('FactionLore');

builder.node(FactionLore, {
  description: 'A house, guild, company or gang, as anybody may know it.',
  interfaces: [ContentInterface, LoreContent],
  id: { resolve: ({ id }) => id, description: 'Its id.' },
  loadOne: (id, { library }) => findPlayerContent(library(), 'faction', id),
});
