import type { PlayerContent } from '#engine/content/player-facing.ts';
import { builder } from '../builder.ts';
import { findPlayerContent } from '../player-contents.ts';
import { ContentInterface } from './content.ts';
import { LoreContent } from './lore-content.ts';

const TechnologyLore = builder.objectRef<PlayerContent<'technology'>>('TechnologyLore');

builder.node(TechnologyLore, {
  description: 'What tools, crafts or magic can and cannot do.',
  interfaces: [ContentInterface, LoreContent],
  id: { resolve: ({ id }) => id, description: 'Its id.' },
  loadOne: (id, { library }) => findPlayerContent(library(), 'technology', id),
});
