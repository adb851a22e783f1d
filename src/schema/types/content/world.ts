import { findContentImage } from '#engine/content/pack-images.ts';
import type { PlayerContent } from '#engine/content/player-content.ts';
import { AUTHORING_ONLY, builder } from '../../builder.ts';
import { defineConnectionNames, paginateContents } from '../../connection.ts';
import { findPlayerContent, listPlayerContents } from '../../views/pack-contents.ts';
import { Image } from '../image.ts';
import { ContentInterface } from './content.ts';
import { Pack } from './pack.ts';

export const World = builder.objectRef<PlayerContent<'world'>>('World');

builder.node(World, {
  description: 'A setting in which stories are played.',
  interfaces: [ContentInterface],
  id: { resolve: ({ id }) => id, description: 'Its id.' },
  loadOne: (id, { library }) => findPlayerContent(library(), 'world', id),
  fields: (t) => ({
    cover: t.field({
      type: Image,
      nullable: true,
      description: 'Image that stands for the world; null without one.',
      resolve: ({ id }, _args, { library }) => findContentImage(library(), id, 'cover'),
    }),
    map: t.field({
      type: Image,
      nullable: true,
      description: 'Map that players may see; null without one.',
      resolve: ({ id }, _args, { library }) => findContentImage(library(), id, 'map'),
    }),
    tone: t.exposeString('tone', { nullable: true, description: 'Tone of stories here, in a few words.' }),
  }),
});

builder.queryField('worlds', (t) =>
  t.connection(
    {
      subGraphs: AUTHORING_ONLY,
      type: World,
      description: 'The worlds of the loaded packs.',
      args: { packId: t.arg.globalID({ for: Pack, description: 'Only worlds of this pack.' }) },
      resolve: (_root, { packId, ...args }, { library }) =>
        paginateContents(
          listPlayerContents(library(), 'world').filter(
            (world) => packId == null || world.packId === packId.id,
          ),
          args,
        ),
    },
    ...defineConnectionNames('World', 'worlds'),
  ),
);
