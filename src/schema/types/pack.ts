import type { LibraryPack } from '#engine/content/library.ts';
import { builder } from '../builder.ts';
import { AS_AUTHOR } from './acting-as.ts';
import { AuthoredPack, findPackSource } from './authored-pack.ts';
import { License } from './license.ts';
import { PackLayer } from './pack-layer.ts';

export const Pack = builder.objectRef<LibraryPack>('Pack');

const PackDependency = builder
  .objectRef<LibraryPack['manifest']['depends_on'][number]>('PackDependency')
  .implement({
    description: 'A pack that another one stands on.',
    fields: (t) => ({
      packId: t.exposeString('id', { description: 'The id of the pack it stands on.' }),
      range: t.exposeString('version', { description: 'The versions that will do: `^1.2.0`.' }),
      pack: t.field({
        type: Pack,
        description: 'The pack itself.',
        resolve: ({ id }, _args, { library }) => {
          const pack = library().findPack(id);
          if (pack === null) throw new Error(`${id} bears a loaded pack and is not loaded`);
          return pack;
        },
      }),
    }),
  });

builder.node(Pack, {
  description: 'A folder of authored content: worlds, rules, people, places and ways into a story.',
  id: { resolve: ({ id }) => id, description: 'Its id.' },
  loadOne: (id, { library }) => {
    const pack = library().findPack(id);
    // A copy: what is fetched by its id is marked with its type, and a pack of the library cannot be changed.
    return pack === null ? null : { ...pack };
  },
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
    genre: t.string({
      nullable: true,
      description: 'What kind of stories it is made for; null when it does not say.',
      resolve: ({ manifest }) => manifest.genre,
    }),
    layer: t.field({
      type: PackLayer,
      description: 'What it lies on.',
      resolve: ({ layer }) => layer,
    }),
    language: t.string({
      description: 'The language it is written in: `en`.',
      resolve: ({ manifest }) => manifest.language,
    }),
    authors: t.stringList({ description: 'Who wrote it.', resolve: ({ manifest }) => manifest.authors }),
    license: t.field({
      type: License,
      nullable: true,
      description: 'Under which terms it is published; null when it does not say.',
      resolve: ({ manifest }) => manifest.license,
    }),
    dependsOn: t.field({
      type: [PackDependency],
      description: 'The packs it stands on.',
      resolve: ({ manifest }) => manifest.depends_on,
    }),
    isHomebrew: t.boolean({
      description: 'Whether it was made through the API.',
      resolve: ({ id }, _args, { shelf }) => shelf.homebrewIds().has(id),
    }),
    authoring: t.field({
      type: AuthoredPack,
      nullable: true,
      description:
        'All of it, as its author wrote it, with its problems; null when its folder says something else by now.',
      args: { as: t.arg(AS_AUTHOR) },
      resolve: ({ id }, _args, context) => findPackSource(id, context),
    }),
  }),
});

builder.queryField('packs', (t) =>
  t.field({
    type: [Pack],
    description: 'The packs that are loaded, lower layers first.',
    args: { layer: t.arg({ type: PackLayer, description: 'Only packs of this layer.' }) },
    resolve: (_root, { layer }, { library }) =>
      library().packs.filter((pack) => layer == null || pack.layer === layer),
  }),
);
