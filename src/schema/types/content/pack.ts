import type { LibraryPack } from '#engine/content/library.ts';
import { findPackCover } from '#engine/content/pack-images.ts';
import { AUTHORING_ONLY, builder, defineWordEnum } from '../../builder.ts';
import { AS_AUTHOR_ARGUMENT } from '../authoring/acting-role.ts';
import { AuthoredPack, findPackSource } from '../authoring/authored-pack.ts';
import { Image } from '../image.ts';

const PackLayer = defineWordEnum(
  'PackLayer',
  'Layer of a pack. Higher layers may override fields of lower layers.',
  {
    core: 'The ground: rules and what all settings share.',
    setting: 'A world.',
    regional: 'A part of a world.',
    adventure: 'A story in a world.',
    homebrew: 'Additions of a single table.',
  },
  { subGraphs: AUTHORING_ONLY },
);

type LicenseData = NonNullable<LibraryPack['manifest']['license']>;

const LicenseType = defineWordEnum(
  'LicenseType',
  'Usage rights of a pack.',
  {
    commercial: 'Bought; all rights reserved.',
    cc0: 'Anything: Creative Commons Zero.',
    'cc-by': 'Anything with attribution: Creative Commons Attribution.',
    'cc-by-sa': 'Anything with attribution under the same licence: Creative Commons ShareAlike.',
    custom: 'As the licence itself says.',
  },
  { subGraphs: AUTHORING_ONLY },
);

const License = builder.objectRef<LicenseData>('License').implement({
  description: 'Under which terms a pack is published.',
  fields: (t) => ({
    type: t.field({
      type: LicenseType,
      description: 'Usage rights.',
      resolve: ({ type }) => type,
    }),
    publisher: t.string({
      nullable: true,
      description: 'Publisher; null when none is named.',
      resolve: ({ publisher }) => publisher,
    }),
    attribution: t.string({
      nullable: true,
      description: 'Attribution the licence requires, verbatim; null when it requires none.',
      resolve: ({ attribution }) => attribution,
    }),
    url: t.string({
      nullable: true,
      description: 'URL of the licence; null when none is named.',
      resolve: ({ url }) => url,
    }),
    sku: t.string({
      nullable: true,
      description: 'The publisher’s number of the product; null when there is none.',
      resolve: ({ sku }) => sku,
    }),
  }),
});

export const Pack = builder.objectRef<LibraryPack>('Pack');

const PackDependency = builder
  .objectRef<LibraryPack['manifest']['depends_on'][number]>('PackDependency')
  .implement({
    subGraphs: AUTHORING_ONLY,
    description: 'A pack that another one stands on.',
    fields: (t) => ({
      packId: t.exposeID('id', { description: 'The id of the pack it stands on.' }),
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
    // Copied, because a node fetched by id is marked with its type and packs of the library are immutable.
    return pack === null ? null : { ...pack };
  },
  fields: (t) => ({
    packId: t.exposeID('id', { description: 'The id it gives itself: `neo_seattle`.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    version: t.exposeString('version', { description: 'Its version.' }),
    hash: t.exposeString('hash', {
      description: 'The hash of everything in it; a campaign keeps the one it began with.',
    }),
    summary: t.string({
      description: 'Summary in one sentence.',
      resolve: ({ manifest }) => manifest.summary,
    }),
    cover: t.field({
      type: Image,
      nullable: true,
      description: 'Image that stands for the pack; null without one.',
      resolve: ({ id }, _args, { library }) => findPackCover(library(), id),
    }),
    genre: t.string({
      nullable: true,
      description: 'Genre; null when the pack names none.',
      resolve: ({ manifest }) => manifest.genre,
    }),
    layer: t.field({
      type: PackLayer,
      description: 'Layer.',
      resolve: ({ layer }) => layer,
    }),
    language: t.string({
      description: 'The language it is written in: `en`.',
      resolve: ({ manifest }) => manifest.language,
    }),
    authors: t.stringList({ description: 'Authors.', resolve: ({ manifest }) => manifest.authors }),
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
      resolve: ({ id }, _args, { packRepository }) => packRepository.homebrewIds().has(id),
    }),
    authoring: t.field({
      type: AuthoredPack,
      nullable: true,
      description:
        'All of it, as its author wrote it, with its problems; null when its folder says something else by now.',
      args: { as: t.arg(AS_AUTHOR_ARGUMENT) },
      resolve: ({ id }, _args, context) => findPackSource(id, context),
    }),
  }),
});

builder.queryField('packs', (t) =>
  t.field({
    type: [Pack],
    description: 'The packs that are loaded: starter packs, then lower layers first.',
    args: {
      layer: t.arg({ subGraphs: AUTHORING_ONLY, type: PackLayer, description: 'Only packs of this layer.' }),
    },
    resolve: (_root, { layer }, { library }) =>
      library()
        .packs.filter((pack) => layer == null || pack.layer === layer)
        .toSorted((one, other) => Number(other.manifest.starter) - Number(one.manifest.starter)),
  }),
);
