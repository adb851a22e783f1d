import type { LibraryPack } from '#engine/content/library.ts';
import { builder } from '../builder.ts';

const Pack = builder.objectRef<LibraryPack>('Pack');

builder.node(Pack, {
  description: 'A folder of authored content: worlds, rules, people, places and ways into a story.',
  id: { resolve: ({ id }) => id, description: 'Its id.' },
  loadOne: (id, { library }) => library.findPack(id),
  fields: (t) => ({
    packId: t.exposeString('id', { description: 'The id it gives itself: `neo_seattle`.' }),
    name: t.exposeString('name', { description: 'What it is called.' }),
    version: t.exposeString('version', { description: 'Its version.' }),
    hash: t.exposeString('hash', {
      description: 'The hash of everything in it; a campaign keeps the one it began with.',
    }),
    summary: t.string({
      description: 'What it offers, in a sentence.',
      resolve: ({ manifest }) => manifest.summary,
    }),
  }),
});

builder.queryField('packs', (t) =>
  t.field({
    type: [Pack],
    description: 'The packs that are loaded.',
    resolve: (_root, _args, { library }) => library.packs,
  }),
);
