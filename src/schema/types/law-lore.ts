import type { PlayerContent } from '#engine/content/player-facing.ts';
import { builder } from '../builder.ts';
import { findPlayerContent } from '../player-contents.ts';
import { ContentInterface } from './content.ts';
import { LawStatus } from './law-status.ts';
import { LoreContent } from './lore-content.ts';

const LawLore = builder.objectRef<PlayerContent<'law'>>('LawLore');

builder.node(LawLore, {
  description: 'What is forbidden, owed or granted. What is law is public.',
  interfaces: [ContentInterface, LoreContent],
  id: { resolve: ({ id }) => id, description: 'Its id.' },
  loadOne: (id, { library }) => findPlayerContent(library(), 'law', id),
  fields: (t) => ({
    status: t.field({
      type: LawStatus,
      description: 'Whether it is in force.',
      resolve: ({ status }) => status,
    }),
    enacted: t.exposeString('enacted', { description: 'Since when, in the calendar of its world.' }),
    repealed: t.exposeString('repealed', {
      nullable: true,
      description: 'Until when; null while it is in force or when nobody says.',
    }),
    jurisdiction: t.exposeString('jurisdiction', {
      nullable: true,
      description: 'Where it holds; null when nobody says.',
    }),
    penalty: t.exposeString('penalty', {
      nullable: true,
      description: 'What breaking it costs; null when nobody says.',
    }),
  }),
});
